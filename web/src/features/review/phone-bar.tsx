import { Info, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import type { ReviewItem } from './review-item.ts';

type Props = {
  item: ReviewItem;
  info: ReactNode;
  decisions: ReactNode;
  /** The button that orders all marked results. */
  order: ReactNode;
  canEditPrompt: boolean;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
};

/**
 * On phones, the bar below the display area. It contains the buttons for a decision, and the prompt. A click on the prompt opens the
 * details of the result.
 */
export function PhoneBar({ item, info, decisions, order, canEditPrompt, isOpen, onOpen }: Props) {
  const { t } = useTranslation();
  const Icon = canEditPrompt ? Pencil : Info;
  return (
    <div className="bg-surface px-3 pt-2 pb-[max(0.625rem,env(safe-area-inset-bottom))] text-ink">
      <button
        type="button"
        onClick={() => onOpen(true)}
        className="mb-2 flex min-h-11 w-full items-center gap-3 text-start text-sm leading-snug"
      >
        <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{item.prompt || item.name}</span>
        <Icon aria-hidden className="size-5 shrink-0" />
        <span className="sr-only">{canEditPrompt ? t('review.edit_prompt') : t('review.show_details')}</span>
      </button>
      {decisions}
      {order}
      <Sheet
        open={isOpen}
        onClose={() => onOpen(false)}
        title={item.name}
        actions={
          canEditPrompt && (
            <Button kind="primary" onClick={() => onOpen(false)}>
              {t('review.done')}
            </Button>
          )
        }
      >
        {info}
      </Sheet>
    </div>
  );
}
