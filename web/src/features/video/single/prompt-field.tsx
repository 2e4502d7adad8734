import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { singleItemId } from '#web/features/batch/cards/tool.ts';
import { isLocked } from '#web/features/batch/store/core.ts';
import { Button } from '#web/ui/button.tsx';
import { PromptBox } from '#web/ui/prompt-box.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { cardOfSingle } from '../single.ts';
import { editCard } from '../single-actions.ts';
import { singleVideoAiWrite } from '../single-tool.ts';
import { useSingle } from './use-single.ts';

export function PromptField() {
  const { t } = useTranslation();
  const prompt = useSingle(({ draft }) => cardOfSingle(draft).prompt);
  const disabled = useSingle(isLocked);
  return (
    // The field uses the free height of the form in the window. A long prompt scrolls inside the field, so that the form stays above the
    // bar.
    <div className="flex flex-[2] flex-col *:flex *:flex-1 *:flex-col [&_textarea]:min-h-28 [&_textarea]:flex-1 lg:[&_textarea]:max-h-none lg:[&_textarea]:resize-none lg:[&_textarea]:field-sizing-fixed">
      <PromptBox
        label={t('batch.prompt')}
        value={prompt}
        onChange={(next) => editCard({ prompt: next })}
        placeholder={t('video.prompt_placeholder')}
        disabled={disabled}
        charactersMax={promptCharactersMax}
        tooLong={(used) => t('batch.prompt_too_long', { used, characters: promptCharactersMax })}
        action={<AiWrite />}
        hasCount
      />
    </div>
  );
}

/** Writes the prompt from the photo. */
function AiWrite() {
  const { t } = useTranslation();
  const writing = useSingle((state) => state.writing.has(singleItemId));
  const isInactive = useSingle(isLocked) || writing;
  return (
    <Button
      kind="accent"
      size="small"
      aria-disabled={isInactive}
      onClick={() => !isInactive && void singleVideoAiWrite.writeOne(singleItemId)}
      className="-me-2 px-2! text-sm!"
    >
      {writing ? <Spinner className="size-4" /> : <Sparkles aria-hidden className="size-4" />}
      {writing ? t('ai_write.writing') : t('ai_write.button')}
    </Button>
  );
}
