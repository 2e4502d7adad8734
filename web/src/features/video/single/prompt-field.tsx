import { Sparkles } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { failureKey, isRefused } from '#web/features/batch/cards/failure.ts';
import { singleItemId } from '#web/features/batch/cards/tool.ts';
import { isLocked, isRunning } from '#web/features/batch/store/core.ts';
import { Button } from '#web/ui/button.tsx';
import { PromptBox } from '#web/ui/prompt-box.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { cardOfSingle } from '../single.ts';
import { editCard } from '../single-actions.ts';
import { singleVideoAiWrite } from '../single-tool.ts';
import { isFormOf } from './main-action.ts';
import { shownItemOf } from './selectors.ts';
import { useSingle, useSingleView } from './use-single.ts';

export function PromptField() {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const prompt = useSingle(({ draft }) => cardOfSingle(draft).prompt);
  const disabled = useSingle(isLocked);
  const refusal = useRefusal();
  useFocusAfterRefusal(field, refusal !== undefined);
  return (
    // The field uses the free height of the form in the window. A long prompt scrolls inside the field, so that the form stays above the
    // bar.
    <div className="flex flex-[2] flex-col *:flex-1 [&_textarea]:min-h-21 [&_textarea]:flex-1 lg:[&_textarea]:max-h-none lg:[&_textarea]:resize-none lg:[&_textarea]:field-sizing-fixed">
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
        problem={refusal && t(refusal)}
        fieldRef={field}
      />
    </div>
  );
}

/** Returns the reason why the shown version was refused, until the seller changes the photo, the prompt or the settings. */
function useRefusal(): ReturnType<typeof failureKey> | undefined {
  const chosenId = useSingleView((view) => view.shownId);
  const target = useSingleView((view) => view.target);
  return useSingle((state) => {
    const item = shownItemOf(state, { chosenId, target });
    const isRefusal = item?.status === 'failed' && isRefused(item.error) && isFormOf(state.draft, item);
    return isRefusal ? failureKey('video', item.error) : undefined;
  });
}

/**
 * After a refusal, the seller must change the prompt, so the prompt gets the focus. But a field in which the seller is typing keeps the
 * focus.
 */
function useFocusAfterRefusal(field: RefObject<HTMLTextAreaElement | null>, isRefusal: boolean): void {
  const running = useSingle(isRunning);
  const wasRunning = useRef(false);
  useEffect(() => {
    const hasEnded = wasRunning.current && !running;
    wasRunning.current = running;
    const isTyping = document.activeElement?.matches('input, textarea, select, dialog *') ?? false;
    if (hasEnded && isRefusal && !isTyping) field.current?.focus();
  }, [running, isRefusal, field]);
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
      className="px-2! text-sm!"
    >
      {writing ? <Spinner className="size-4" /> : <Sparkles aria-hidden className="size-4" />}
      {writing ? t('ai_write.writing') : t('ai_write.button')}
    </Button>
  );
}
