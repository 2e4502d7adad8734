import { useTranslation } from 'react-i18next';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { AiWriteButton } from '#web/features/ai-write/ai-write-button.tsx';
import { useBench, useBenchState } from './bench-context.tsx';
import type { CardFacts } from './use-card.ts';

/** AI Write for one card, if the tool offers it. */
export function CardAiWrite({ facts: { card, name, isWriting, isLocked } }: { facts: CardFacts }) {
  const { aiWrite } = useBench();
  if (!aiWrite) return null;
  return <AiWriteButton name={name} writing={isWriting} disabled={isLocked} onPress={() => void aiWrite.writeOne(card.id)} />;
}

/**
 * The prompt of a card, with AI Write inside its frame. If the tool needs prompts, an empty prompt shows the bulk prompt in a dashed
 * frame, because the bulk prompt is not applied yet.
 */
export function CardPrompt({ facts, rows = 3 }: { facts: CardFacts; rows?: number }) {
  const { t } = useTranslation();
  const { tool, needsPrompt, promptPlaceholder, aiWrite } = useBench();
  const { card, isLocked } = facts;
  const bulkPrompt = useBenchState(({ draft }) => draft.defaults.prompt.trim());
  const characters = [...card.prompt].length;
  const isTooLong = characters > promptCharactersMax;
  const isEmpty = card.prompt.trim() === '';
  const isPending = needsPrompt && isEmpty && bulkPrompt !== '' && card.photo !== undefined && !isLocked;
  const countId = `count-${card.id}`;
  // Two whole lines: a card with a result has no room for more, and AI Write is over them while the field has the focus.
  const isCompact = rows === 1 && !isLocked && !isTooLong;
  return (
    <div
      className={`group/prompt relative flex min-h-0 flex-col rounded-md border bg-surface transition-colors focus-within:border-accent-text ${isPending ? 'border-dashed border-line-strong' : 'border-line'} ${isTooLong ? 'border-danger' : ''} ${isLocked ? 'border-transparent bg-transparent' : 'hover:border-line-strong'} ${isCompact ? 'flex-none' : 'flex-1'}`}
    >
      <textarea
        aria-label={t('batch.prompt')}
        value={card.prompt}
        rows={rows}
        disabled={isLocked}
        placeholder={isPending ? bulkPrompt : promptPlaceholder}
        aria-invalid={isTooLong}
        aria-describedby={isTooLong ? countId : undefined}
        onChange={(event) => tool.editCard(card.id, { prompt: event.target.value })}
        className={`${isCompact ? 'h-12.5' : 'min-h-9 flex-1'} w-full resize-none bg-transparent text-sm text-ink outline-none placeholder:text-muted disabled:text-ink ${isLocked ? 'px-0 py-1' : 'px-2.5 pt-2'}`}
      />
      {!isLocked && (
        <div
          className={`min-h-9 items-center gap-2 ps-2.5 pe-3 text-sm ${isCompact ? 'absolute end-0 bottom-0 hidden rounded-md bg-surface group-focus-within/prompt:flex' : 'flex'}`}
        >
          <span id={countId} className={`me-auto ${isTooLong ? 'font-semibold text-danger' : 'text-muted'}`}>
            {isTooLong
              ? t('batch.prompt_too_long', { used: characters, characters: promptCharactersMax })
              : isPending
                ? t('bench.not_applied')
                : characters > promptCharactersMax * 0.9
                  ? `${characters} / ${promptCharactersMax}`
                  : null}
          </span>
          {aiWrite && <CardAiWrite facts={facts} />}
        </div>
      )}
    </div>
  );
}
