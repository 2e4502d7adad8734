import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '#web/ui/spinner.tsx';

type Props = {
  /** Name of the card for which the prompt is written; missing if the page has only one card. */
  name?: string;
  writing: boolean;
  disabled: boolean;
  onPress: () => void;
};

/** Writes a prompt from the photo. The button is beside the label of the prompt. */
export function AiWriteButton({ name, writing, disabled, onPress }: Props) {
  const { t } = useTranslation();
  const text = writing ? t('ai_write.writing') : t('ai_write.button');
  const isInactive = writing || disabled;
  return (
    <button
      type="button"
      aria-label={name === undefined ? text : t('ai_write.label', { text, name })}
      aria-disabled={isInactive}
      onClick={() => !isInactive && onPress()}
      className="-me-2 inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 text-sm font-semibold whitespace-nowrap text-accent-text transition-colors not-aria-disabled:hover:bg-accent-soft aria-disabled:text-muted"
    >
      {writing ? <Spinner className="size-3.5" /> : <Sparkles aria-hidden className="size-3.5" />}
      {text}
    </button>
  );
}
