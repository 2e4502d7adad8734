import type { FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { AiWriteButton } from '#web/features/ai-write/ai-write-button.tsx';
import { FittingText } from '#web/ui/fitting-text.tsx';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { useTypedText } from '#web/ui/use-typed-text.ts';
import { useBench, useBenchState } from './bench-context.tsx';
import type { CardFacts } from './use-card.ts';

/** Returns the bulk prompt if the card has no prompt and the bulk prompt is not applied to the card yet. */
export function usePendingPrompt({ card, item, isLocked }: CardFacts): string | undefined {
  const bulkPrompt = useBenchState(({ draft }) => draft.defaults.prompt.trim());
  const isPending = card.prompt.trim() === '' && bulkPrompt !== '' && card.photo !== undefined && !isLocked && item === undefined;
  return isPending ? bulkPrompt : undefined;
}

type AiWriteProps = { facts: CardFacts; look?: 'text' | 'icon' };

/** AI Write for one card. */
export function CardAiWrite({ facts: { card, name, isWriting, isLocked }, look = 'text' }: AiWriteProps) {
  const { aiWrite } = useBench();
  return <AiWriteButton name={name} writing={isWriting} disabled={isLocked} look={look} onWrite={() => void aiWrite.writeOne(card.id)} />;
}

/** The prompt of a card as text. During a run, the prompt cannot be changed, so it is not a field. */
export function PromptText({ facts: { card }, className = '' }: { facts: CardFacts; className?: string }) {
  const { t } = useTranslation();
  const { needsPrompt, cardPlaceholder } = useBench();
  const prompt = card.prompt.trim();
  return (
    <span className={`text-sm ${prompt ? 'text-ink' : 'text-muted'} ${className}`} title={prompt || undefined}>
      <span className="sr-only">{t('batch.prompt')}: </span>
      {prompt || (needsPrompt ? t('bench.no_prompt') : cardPlaceholder)}
    </span>
  );
}

/** After an edit, scrolls a long prompt back to its first line. */
const showStart = ({ currentTarget }: FocusEvent<HTMLTextAreaElement>) => currentTarget.scrollTo({ top: 0 });

/**
 * `small`: one or two lines, for a card with little space. `plain`: the field has a border only while the pointer or the focus is on it.
 * `sheet`: the height of the field depends on its number of rows.
 */
type Look = 'field' | 'small' | 'plain' | 'sheet';

/**
 * The text does not change the size of the field. So after a typed letter, the browser computes the layout of only this field. The field is
 * visible only while it has the focus.
 */
const ownSize = 'peer absolute inset-x-0 px-2.5 contain-strict not-focus:opacity-0';
// A card shows only whole lines.
const wholeLines = 'top-0 h-[round(down,100%,1lh)]';

type LookClasses = { box: string; frame: string; space: string; field: string; text: string };
const looks: Record<Look, LookClasses> = {
  field: {
    box: 'contents',
    frame: 'relative flex-1',
    space: 'min-h-9',
    field: `${ownSize} top-2 h-[round(down,100%-0.5rem,1lh)]`,
    text: 'top-2 bottom-0',
  },
  small: {
    box: 'contents',
    frame: 'relative max-h-13 min-h-9 flex-1 py-1',
    space: 'min-h-0',
    field: `${ownSize} ${wholeLines}`,
    text: 'inset-y-0',
  },
  // With the focus, the field covers the settings and the state below, so that more of the text is visible and nothing moves.
  plain: {
    box: 'relative -mx-[0.6875rem] min-h-0 flex-1',
    frame:
      'absolute inset-x-0 top-0 h-full focus-within:-top-1.5 focus-within:z-10 focus-within:h-[calc(100%+4.625rem)] focus-within:pt-1.5 focus-within:shadow-float',
    space: 'min-h-0',
    field: `${ownSize} ${wholeLines}`,
    text: 'inset-y-0',
  },
  // The transparent border at the bottom hides the start of the next line.
  sheet: {
    box: 'contents',
    frame: 'relative flex-1',
    space: 'flex flex-col',
    field: 'min-h-9 flex-1 border-transparent border-b-13 px-2.5 pt-2',
    text: '',
  },
};

/**
 * The prompt of a card, with AI Write inside its frame. An empty prompt shows the bulk prompt. Its frame is dashed, because the bulk prompt
 * is not applied yet.
 */
export function CardPrompt({ facts, rows = 3, look = 'field' }: { facts: CardFacts; rows?: number; look?: Look }) {
  const { t } = useTranslation();
  const { tool, cardPlaceholder } = useBench();
  const { card, isLocked } = facts;
  const pendingPrompt = usePendingPrompt(facts);
  const isPending = pendingPrompt !== undefined;
  const { text, type } = useTypedText(card.prompt, (prompt) => tool.editCard(card.id, { prompt }));
  const characters = [...text].length;
  const isTooLong = characters > promptCharactersMax;
  const countId = `count-${card.id}`;
  const shownLook = isTooLong && look !== 'sheet' ? 'field' : look;
  const hasLargeField = shownLook === 'field' || shownLook === 'sheet';
  const note = isTooLong
    ? t('batch.prompt_too_long', { used: characters, characters: promptCharactersMax })
    : isPending
      ? t('bench.not_applied')
      : characters > promptCharactersMax * 0.9
        ? `${characters} / ${promptCharactersMax}`
        : undefined;
  const border = isPending
    ? 'border-dashed border-line-strong'
    : isTooLong
      ? 'border-danger'
      : shownLook === 'plain'
        ? 'border-transparent focus-within:bg-surface'
        : 'border-line bg-surface';
  const { box, frame, space, field, text: textPlace } = looks[shownLook];
  const placeholder = pendingPrompt ?? cardPlaceholder;
  return (
    <div className={box}>
      <div
        className={`group/prompt flex min-h-0 flex-col rounded-md border transition-colors focus-within:border-accent-text hover:border-line-strong ${border} ${frame}`}
      >
        <div className={`relative flex-1 ${space}`}>
          <textarea
            ref={passFocusToAncestor}
            aria-label={t('batch.prompt')}
            value={text}
            rows={rows}
            disabled={isLocked}
            placeholder={placeholder}
            aria-invalid={isTooLong}
            aria-describedby={isTooLong ? countId : undefined}
            onChange={(event) => type(event.target.value)}
            onBlur={showStart}
            className={`w-full resize-none bg-transparent text-sm text-ink outline-none placeholder:text-muted disabled:text-ink ${field}`}
          />
          {/* A text area cannot show an ellipsis. So this text covers the text area while another element has the focus. */}
          {textPlace && (
            <FittingText
              isHidden
              className={`pointer-events-none absolute inset-x-2.5 text-sm wrap-break-word whitespace-pre-wrap peer-focus:hidden ${text === '' ? 'text-muted' : ''} ${textPlace}`}
            >
              {text || placeholder}
            </FittingText>
          )}
        </div>
        <div
          className={`min-h-9 items-center gap-2 ps-2.5 pe-3 text-sm ${hasLargeField ? 'flex' : `hidden group-focus-within/prompt:flex ${shownLook === 'small' ? 'absolute end-0 bottom-0 rounded-md bg-surface' : ''}`}`}
        >
          <span id={countId} className={`me-auto min-w-0 truncate ${isTooLong ? 'font-semibold text-danger' : 'text-muted'}`}>
            {note}
          </span>
          <CardAiWrite facts={facts} />
        </div>
      </div>
    </div>
  );
}
