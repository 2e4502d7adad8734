import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '#web/ui/spinner.tsx';

type Props = {
  /** Name of the card for which the prompt is written. Undefined if the page has only one card. */
  name?: string;
  writing: boolean;
  disabled: boolean;
  /** Use `icon` in a row of a table, because a row has no space for the text. */
  look?: 'text' | 'icon';
  onWrite: () => void;
};

/** Writes a prompt from the photo. The button is beside the label of the prompt. */
export function AiWriteButton({ name, writing, disabled, look = 'text', onWrite }: Props) {
  const { t } = useTranslation();
  const text = writing ? t('ai_write.writing') : t('ai_write.button');
  const isInactive = writing || disabled;
  return (
    <button
      type="button"
      aria-label={name === undefined ? text : t('ai_write.label', { text, name })}
      aria-disabled={isInactive}
      onClick={() => !isInactive && onWrite()}
      className={`inline-flex items-center justify-center rounded-md text-sm font-semibold whitespace-nowrap text-accent-text transition-colors not-aria-disabled:hover:bg-accent-soft aria-disabled:text-muted ${look === 'icon' ? 'size-9 shrink-0 touch:size-11' : '-me-2 min-h-8 gap-1.5 px-2'}`}
    >
      {writing ? <Spinner className="size-3.5" /> : <Sparkles aria-hidden className={look === 'icon' ? 'size-4' : 'size-3.5'} />}
      {look === 'text' && text}
    </button>
  );
}
