import { Check, CircleCheck, Download, RefreshCw, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { ReviewItem } from './review-item.ts';
import { useShare } from './use-share.ts';

type Props = {
  item: ReviewItem;
  /** Layout on phones: the buttons are in one line. If there is a Share button, Share and Download have only icons. */
  isPhone: boolean;
  /** Whether each button shows its keyboard shortcut. */
  shortcuts: boolean;
  onKeep: (() => void) | undefined;
  onRedo: (() => void) | undefined;
};

/** The classes of a button without a text. */
const iconOnlyClass = 'min-h-11 w-11 px-0!';

/** The buttons Keep, Redo, Download and Share. */
export function Decisions({ item, isPhone, shortcuts, onKeep, onRedo }: Props) {
  const { t } = useTranslation();
  const download = t('batch.result.download_short');
  const { isPossible, isBusy, share } = useShare(item);
  const canRedo = item.redo !== undefined && onRedo !== undefined;
  const hasKeys = shortcuts && !isPhone;
  const size = isPhone ? 'min-h-11 grow px-2.5! gap-1.5!' : 'min-h-12 grow basis-[40%] justify-start! px-2.5!';
  // A line has two buttons if their texts are short enough. If the number of buttons is odd, the first button has a separate line.
  const count = [onKeep, canRedo, item.downloadUrl, isPossible].filter(Boolean).length;
  const wide = isPhone || count % 2 === 0 ? '' : 'basis-full!';
  return (
    <div data-click-focuses-stage className={isPhone ? 'flex flex-wrap gap-2' : 'flex flex-wrap gap-2.5'}>
      {onKeep && (
        <Button
          kind={item.kept ? 'secondary' : 'primary'}
          aria-pressed={item.kept}
          aria-keyshortcuts={shortcuts ? 'K' : undefined}
          onClick={onKeep}
          className={`${size} ${wide} ${item.kept ? 'border-success! bg-success-soft! text-success!' : ''}`}
        >
          {item.kept ? <CircleCheck aria-hidden className="size-4.5" /> : <Check aria-hidden className="size-4.5" />}
          {item.kept ? t('review.kept') : t('review.keep')}
          {hasKeys && <Key onAccent={!item.kept}>K</Key>}
        </Button>
      )}
      {canRedo && (
        <Button
          aria-disabled={item.isRedoing}
          aria-keyshortcuts={shortcuts ? 'R' : undefined}
          onClick={() => !item.isRedoing && onRedo()}
          className={size}
        >
          <RefreshCw aria-hidden className="size-4.5" />
          {item.isRedoing ? t('review.redo_ordered') : t('review.redo')}
          {!item.isRedoing && <span className="money text-brass">{item.redo?.price}</span>}
          {hasKeys && !item.isRedoing && <Key>R</Key>}
        </Button>
      )}
      {item.downloadUrl && (
        <a
          href={item.downloadUrl}
          download={item.fileName}
          title={item.fileName}
          aria-keyshortcuts={shortcuts ? 'D' : undefined}
          className={`${buttonClass(onKeep ? 'secondary' : 'primary')} ${isPhone && isPossible ? iconOnlyClass : size} ${onKeep ? '' : wide}`}
        >
          <Download aria-hidden className="size-4.5" />
          {isPhone && isPossible ? <span className="sr-only">{download}</span> : download}
          {hasKeys && <Key onAccent={!onKeep}>D</Key>}
        </a>
      )}
      {isPossible && (
        <Button
          onClick={share}
          aria-disabled={isBusy}
          {...(isPhone && { 'aria-label': t('review.share') })}
          className={isPhone ? iconOnlyClass : size}
        >
          {isBusy ? <Spinner className="size-4.5" /> : <Share2 aria-hidden className="size-4.5" />}
          {!isPhone && t('review.share')}
        </Button>
      )}
    </div>
  );
}

/** Shows the keyboard shortcut of a button. The accessible name does not contain the shortcut, because `aria-keyshortcuts` contains it. */
const Key = ({ children, onAccent = false }: { children: ReactNode; onAccent?: boolean }) => (
  <span aria-hidden className="ms-auto max-desktop:hidden">
    <Kbd className={onAccent ? 'border-on-accent/40! bg-transparent! text-on-accent!' : ''}>{children}</Kbd>
  </span>
);
