import { Check, CircleCheck, Download, RefreshCw, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { canMark } from './commands.ts';
import type { ReviewItem } from './review-item.ts';
import { useShare } from './use-share.ts';

type Props = {
  item: ReviewItem;
  /** Layout on phones: the buttons are in one line. If there is a Share button, Share and Download have only icons. */
  isPhone: boolean;
  /** Whether each button shows its keyboard shortcut. */
  shortcuts: boolean;
  /** Whether another button is the main button. */
  isSecondary: boolean;
  onKeep: (() => void) | undefined;
  /** Marks the item to order it again, or removes the mark. */
  onMark: (() => void) | undefined;
};

/** The classes of a button without a text. */
const iconOnlyClass = 'min-h-11 w-11 px-0!';

/** The buttons Keep, Redo, Download and Share. */
export function Decisions({ item, isPhone, shortcuts, isSecondary, onKeep, onMark }: Props) {
  const { t } = useTranslation();
  const download = t('batch.result.download_short');
  const { isPossible, isBusy, share } = useShare(item);
  const { isMarked = false, isRedoing = false } = item;
  const hasRedo = (item.redo !== undefined || isMarked || isRedoing) && onMark !== undefined;
  const isKeepMain = !item.kept && !isSecondary;
  // After the decision to keep the result, the next step is the download.
  const isDownloadMain = !onKeep || (item.kept && !isSecondary);
  const mayMark = isMarked || canMark(item);
  const hasKeys = shortcuts && !isPhone;
  const size = isPhone ? 'min-h-11 grow px-2.5! gap-1.5!' : 'min-h-12 grow basis-[40%] justify-start! px-2.5!';
  // A line has two buttons if their texts are short enough. If the number of buttons is odd, the first button has a separate line.
  const count = [onKeep, hasRedo, item.downloadUrl, isPossible].filter(Boolean).length;
  const wide = isPhone || count % 2 === 0 ? '' : 'basis-full!';
  return (
    <div data-click-focuses-stage className={isPhone ? 'flex flex-wrap gap-2' : 'flex flex-wrap gap-2.5'}>
      {onKeep && (
        <Button
          kind={isKeepMain ? 'primary' : 'secondary'}
          aria-pressed={item.kept}
          aria-keyshortcuts={shortcuts ? 'K' : undefined}
          onClick={onKeep}
          className={`${size} ${wide} ${item.kept ? 'border-success! bg-success-soft! text-success!' : ''}`}
        >
          {item.kept ? <CircleCheck aria-hidden className="size-4.5" /> : <Check aria-hidden className="size-4.5" />}
          {item.kept ? t('review.kept') : t('review.keep')}
          {hasKeys && <Key onAccent={isKeepMain}>K</Key>}
        </Button>
      )}
      {hasRedo && (
        <Button
          aria-pressed={isMarked}
          aria-disabled={!mayMark}
          aria-keyshortcuts={shortcuts ? 'R' : undefined}
          onClick={() => mayMark && onMark()}
          className={`${size} ${isMarked ? 'border-brass! bg-brass-soft! text-brass!' : ''}`}
        >
          <RefreshCw aria-hidden className="size-4.5" />
          {isRedoing ? t('review.redo_ordered') : isMarked ? t('review.marked') : t('review.redo')}
          {!isRedoing && !isMarked && <span className="money text-brass">{item.redo?.price}</span>}
          {hasKeys && !isRedoing && <Key>R</Key>}
        </Button>
      )}
      {item.downloadUrl && (
        <a
          href={item.downloadUrl}
          download={item.fileName}
          title={item.fileName}
          aria-keyshortcuts={shortcuts ? 'D' : undefined}
          className={`${buttonClass(isDownloadMain ? 'primary' : 'secondary')} ${isPhone && isPossible ? iconOnlyClass : size} ${onKeep ? '' : wide}`}
        >
          <Download aria-hidden className="size-4.5" />
          {isPhone && isPossible ? <span className="sr-only">{download}</span> : download}
          {hasKeys && <Key onAccent={isDownloadMain}>D</Key>}
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
