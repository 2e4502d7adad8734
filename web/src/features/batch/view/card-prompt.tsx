import { useTranslation } from 'react-i18next';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { AiWriteButton } from '#web/features/ai-write/ai-write-button.tsx';
import { useBench, useBenchState } from './bench-context.tsx';
import type { CardFacts } from './use-card.ts';

type AiWriteProps = { facts: CardFacts; look?: 'text' | 'icon' };

/** AI Write for one card, if the tool offers it. */
export function CardAiWrite({ facts: { card, name, isWriting, isLocked }, look = 'text' }: AiWriteProps) {
  const { aiWrite } = useBench();
  if (!aiWrite) return null;
  return <AiWriteButton name={name} writing={isWriting} disabled={isLocked} look={look} onWrite={() => void aiWrite.writeOne(card.id)} />;
}

/**
 * The prompt of a card, with AI Write inside its frame. An empty prompt shows the bulk prompt in a dashed frame, because the bulk prompt is
 * not applied yet.
 */
export function CardPrompt({ facts, rows = 3 }: { facts: CardFacts; rows?: number }) {
  const { t } = useTranslation();
  const { tool, needsPrompt, cardPlaceholder, aiWrite } = useBench();
  const { card, item, isLocked, looksLocked } = facts;
  const bulkPrompt = useBenchState(({ draft }) => draft.defaults.prompt.trim());
  const characters = [...card.prompt].length;
  const isTooLong = characters > promptCharactersMax;
  const isPending = card.prompt.trim() === '' && bulkPrompt !== '' && card.photo !== undefined && !isLocked && item === undefined;
  const countId = `count-${card.id}`;
  // Two whole lines: a card with a result has no room for more, and AI Write is over them while the field has the focus.
  const isCompact = rows === 1 && !looksLocked && !isTooLong;
  const placeholder = isPending ? bulkPrompt : looksLocked && needsPrompt ? t('bench.no_prompt') : cardPlaceholder;
  const note = isTooLong
    ? t('batch.prompt_too_long', { used: characters, characters: promptCharactersMax })
    : isPending
      ? t('bench.not_applied')
      : characters > promptCharactersMax * 0.9
        ? `${characters} / ${promptCharactersMax}`
        : undefined;
  const frame = looksLocked
    ? ''
    : `border bg-surface transition-colors focus-within:border-accent-text hover:border-line-strong ${isPending ? 'border-dashed border-line-strong' : isTooLong ? 'border-danger' : 'border-line'}`;
  const hasFooter = !looksLocked && (aiWrite !== undefined || note !== undefined);
  // A card shows whole lines only. The border at the bottom hides the start of the next line.
  const size = looksLocked
    ? 'max-h-[round(down,100%,1lh)] flex-1'
    : isCompact
      ? 'h-12.5 px-2.5 pt-2'
      : `min-h-9 flex-1 border-transparent px-2.5 pt-2 ${hasFooter ? 'border-b-13' : 'border-b-8'}`;
  return (
    <div className={`group/prompt relative flex min-h-0 flex-col rounded-md ${frame} ${isCompact ? 'flex-none' : 'flex-1'}`}>
      <textarea
        aria-label={t('batch.prompt')}
        value={card.prompt}
        rows={rows}
        disabled={isLocked}
        placeholder={placeholder}
        aria-invalid={isTooLong}
        aria-describedby={isTooLong ? countId : undefined}
        onChange={(event) => tool.editCard(card.id, { prompt: event.target.value })}
        className={`w-full resize-none bg-transparent text-sm text-ink outline-none placeholder:text-muted disabled:text-ink ${size}`}
      />
      {hasFooter && (
        <div
          className={`min-h-9 items-center gap-2 ps-2.5 pe-3 text-sm ${isCompact ? 'absolute end-0 bottom-0 hidden rounded-md bg-surface group-focus-within/prompt:flex' : 'flex'}`}
        >
          <span id={countId} className={`me-auto min-w-0 truncate ${isTooLong ? 'font-semibold text-danger' : 'text-muted'}`}>
            {note}
          </span>
          <CardAiWrite facts={facts} />
        </div>
      )}
    </div>
  );
}
