import { Play, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { dollars, dollarsFromApi } from '#web/lib/money.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dot, type DotTone } from '#web/ui/dot.tsx';
import { FileName } from '#web/ui/file-name.tsx';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { useRootMark } from '#web/ui/use-root-mark.ts';
import { useTypedText } from '#web/ui/use-typed-text.ts';
import { WorkRing, WorkVeil } from '#web/ui/work-cover.tsx';
import { type CardStatus, inputStatus } from '../cards/card-status.ts';
import { failureKey, failureReason } from '../cards/failure.ts';
import { hasRun } from '../store/core.ts';
import { cardElementId } from './bench-card.tsx';
import { useBench, useBenchState } from './bench-context.tsx';
import { CancelButton, DownloadLink } from './card-actions.tsx';
import { CardAiWrite, PromptText, usePendingPrompt } from './card-prompt.tsx';
import { CardReadiness } from './card-status-line.tsx';
import { Elapsed } from './elapsed.tsx';
import { KeptMark } from './kept-mark.tsx';
import { RedoButton } from './redo-button.tsx';
import { selectByPointer } from './select-by-pointer.ts';
import { type CardFacts, useCard } from './use-card.ts';
import { useSendingText } from './use-sending-text.ts';
import { openReview, viewStore } from './view-store.ts';

/**
 * Check box, photo, name, prompt, settings, status, actions. In narrow windows, there is no column for the settings. All rows have the same
 * columns, so the actions have a fixed width. After the first order, the actions are wider.
 */
const columns = {
  video: {
    idle: 'grid-cols-[2.5rem_3.5rem_minmax(12rem,1fr)_minmax(0,2.4fr)_15.25rem_9rem_4.75rem]',
    run: 'grid-cols-[2.5rem_3.5rem_minmax(12rem,1fr)_minmax(0,2.4fr)_15.25rem_9rem_12.5rem]',
  },
  image: {
    idle: 'grid-cols-[2.5rem_3.5rem_minmax(12rem,1fr)_minmax(0,2.4fr)_7.5rem_9rem_4.75rem]',
    run: 'grid-cols-[2.5rem_3.5rem_minmax(12rem,1fr)_minmax(0,2.4fr)_7.5rem_9rem_12.5rem]',
  },
};
const narrowColumns = {
  idle: 'max-desktop:grid-cols-[2.5rem_3.5rem_minmax(7rem,1fr)_minmax(0,2fr)_8.5rem_4.75rem]',
  run: 'max-desktop:grid-cols-[2.5rem_3.5rem_minmax(7rem,1fr)_minmax(0,2fr)_8.5rem_10rem]',
};

function useColumnsClass(): string {
  const { kind } = useBench();
  const phase = useBenchState(hasRun) ? 'run' : 'idle';
  return `grid items-center gap-3 ps-2 pe-2 ${columns[kind][phase]} ${narrowColumns[phase]}`;
}

/** Classes of the settings: they have no borders, and each setting has its own column. */
const settingColumns = {
  video: 'grid-cols-[4.25rem_2.75rem_4.25rem_minmax(0,1fr)]',
  image: 'grid-cols-1',
};
const plainChips =
  'justify-items-start *:border-transparent *:bg-transparent [&_button]:border-transparent [&_button]:bg-transparent [&_button:disabled]:border-transparent [&_button:disabled]:bg-transparent';

/** The names of the columns, and the check box that selects all cards. */
export function RowsHead({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation();
  const { tool, kind } = useBench();
  const selected = useBenchState(({ selection }) => ids.filter((id) => selection.ids.has(id)).length);
  const isAll = ids.length > 0 && selected === ids.length;
  const columnsClass = useColumnsClass();
  useRootMark('rows-head');
  return (
    <div data-columns-head className={`h-9 rounded-t-[0.4375rem] border-b border-line bg-sand text-sm text-muted ${columnsClass}`}>
      <Checkbox
        aria-label={t('bench.select_all')}
        checked={isAll}
        indeterminate={selected > 0 && !isAll}
        onChange={() => (isAll ? tool.clearSelection() : tool.selectAll(ids))}
        className="ms-1"
      />
      <span className="col-span-2">{t('bench.column.photo')}</span>
      <span className="ps-2">{t('batch.prompt')}</span>
      <span className="truncate ps-2 max-desktop:hidden">{t(kind === 'video' ? 'bench.column.settings' : 'batch.aspect_ratio')}</span>
      <span>{t('bench.column.status')}</span>
      <span />
    </div>
  );
}

/** One card as a row with a height of 64 px. */
export const BenchRow = memo(function BenchRow({ cardId }: { cardId: string }) {
  const { t } = useTranslation();
  const { tool } = useBench();
  const columnsClass = useColumnsClass();
  const facts = useCard(cardId, (number) => t('batch.card', { number }));
  const isCurrent = useStore(viewStore, ({ currentId }) => currentId === cardId);
  if (!facts) return null;
  const { card, name, number, isSelected } = facts;
  return (
    <article
      id={cardElementId(card.id)}
      aria-label={card.photo ? `${t('batch.card', { number })}: ${name}` : name}
      tabIndex={-1}
      className={`h-16 border-b border-line text-sm transition-colors ${columnsClass} ${isSelected ? 'bg-accent-soft/70 shadow-[inset_0.1875rem_0_0_var(--color-accent-text)]' : 'hover:bg-sand/60'} ${isCurrent ? 'outline-2 -outline-offset-2 outline-accent-text' : ''}`}
    >
      <Checkbox
        aria-label={t('bench.select', { card: name })}
        checked={isSelected}
        onChange={(_, event) => selectByPointer(tool, card.id, event.nativeEvent)}
        className="ms-1"
      />
      <Thumbnail facts={facts} />
      <span className="min-w-0">
        <FileName name={name} className="font-semibold" />
        {card.photo && card.photo.width > 0 && (
          <span className="money block text-xs text-muted">
            {card.photo.width} × {card.photo.height}
          </span>
        )}
      </span>
      <RowPrompt facts={facts} />
      <RowSettings facts={facts} />
      <RowStatus facts={facts} />
      <RowTools facts={facts} />
    </article>
  );
});

/** The prompt in at most two lines. A bulk prompt that is not applied yet has a dashed frame. During a run, the prompt is only text. */
function RowPrompt({ facts }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { tool, cardPlaceholder } = useBench();
  const { card, isLocked, looksLocked } = facts;
  const pendingPrompt = usePendingPrompt(facts);
  const { text, type } = useTypedText(card.prompt, (prompt) => tool.editCard(card.id, { prompt }));
  const outline = pendingPrompt ? 'not-focus:outline-1 not-focus:outline-dashed not-focus:outline-line-strong' : '';
  if (looksLocked) return <PromptText facts={facts} className="mx-2 line-clamp-2 leading-snug" />;
  return (
    <textarea
      ref={passFocusToAncestor}
      aria-label={t('batch.prompt')}
      value={text}
      rows={1}
      disabled={isLocked}
      placeholder={pendingPrompt ?? cardPlaceholder}
      onChange={(event) => type(event.target.value)}
      className={`mx-2 w-[calc(100%-1rem)] field-sizing-content max-h-[2lh] resize-none rounded-[1px] bg-transparent leading-snug outline-offset-[5px] placeholder:text-muted focus:bg-surface focus:shadow-[0_0_0_5px_var(--color-surface)] focus:outline-1 focus:outline-accent-text enabled:not-focus:hover:outline-1 enabled:not-focus:hover:outline-line-strong disabled:text-ink ${outline}`}
    />
  );
}

/** The settings without borders. During a run, they are only text. */
function RowSettings({ facts: { card, isLocked, looksLocked } }: { facts: CardFacts }) {
  const { tool, kind, Settings, settingsText } = useBench();
  if (looksLocked) return <span className="money truncate px-2 text-muted max-desktop:hidden">{settingsText(card)}</span>;
  return (
    <span className={`grid items-center max-desktop:hidden ${settingColumns[kind]} ${plainChips}`}>
      <Settings
        settings={card}
        model={card.model}
        photo={card.photo}
        disabled={isLocked}
        look="chip"
        onChange={(settings) => tool.editCard(card.id, settings)}
      />
    </span>
  );
}

/** The photo, or the delivered image. After the run, it opens the review. */
function Thumbnail({ facts: { card, name, item, src, status } }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { kind, tool } = useBench();
  const image = item && 'thumbnailUrl' in item ? item.thumbnailUrl : undefined;
  const shownSrc = status === 'ready' ? (image ?? src) : src;
  const frame = 'relative grid size-14 place-items-center overflow-hidden rounded-sm bg-wall';
  const picture = shownSrc && (
    <img
      src={shownSrc}
      alt={t('batch.photo_alt', { title: name })}
      loading="lazy"
      decoding="async"
      onError={() => item && tool.renewLinks(item.batchId)}
      className="size-full object-contain"
    />
  );
  if (status !== 'ready')
    return (
      <span className={frame}>
        {picture}
        {(status === 'generating' || status === 'sending') && (
          <>
            <WorkVeil />
            <span aria-hidden className="absolute">
              <WorkRing size="small" />
            </span>
          </>
        )}
      </span>
    );
  return (
    <button type="button" aria-label={t(`${kind}.result.enlarge`, { title: name })} onClick={() => openReview(card.id)} className={frame}>
      {picture}
      {kind === 'video' && (
        <span aria-hidden className="absolute grid size-6 place-items-center rounded-full bg-media/75 text-on-media">
          <Play className="size-3 fill-current" />
        </span>
      )}
      {item && <KeptMark item={item} className="end-0.5 bottom-0.5 size-4" />}
    </button>
  );
}

const tones: Partial<Record<CardStatus, DotTone>> = {
  ready: 'done',
  generating: 'running',
  sending: 'running',
  failed: 'failed',
  too_long: 'failed',
};

function RowStatus({ facts }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { card, item, status, lineNumber, isCancelling } = facts;
  const pendingPrompt = usePendingPrompt(facts);
  const sendingText = useSendingText(facts);
  const { kind, needsPrompt, tool } = useBench();
  const { orderRules } = tool.definition;
  const price = () => dollars(orderRules.quote([card]));
  const place = lineNumber ?? item?.line?.place;
  const detailOf = (): string | undefined => {
    if (status === 'ready' && item) return t('batch.result.charged', { amount: dollarsFromApi(item.charged) });
    if (status === 'failed' && item) return `${t('batch.result.not_charged')} · ${t(`bench.reason.${failureReason(item.error)}`)}`;
    if ((status === 'queued' || status === 'generating') && place !== undefined) return t('batch.result.position', { position: place });
    if (status === 'cancelled') return t('batch.result.not_charged');
    if (status === 'no_prompt' && pendingPrompt) return t('bench.not_applied');
    if (status !== 'outside') return undefined;
    return orderRules.isEligible(card) ? price() : t(`state.${inputStatus(card, needsPrompt)}`);
  };
  const detail = detailOf();
  // Before the order, most rows are complete, so a complete row shows its price. Only other rows show their state in words.
  if (status === 'ready_to_create')
    return (
      <span className="money flex items-center gap-2 text-muted">
        <Dot tone="open" />
        <span className="sr-only">{t('state.ready_to_create')}: </span>
        {price()}
      </span>
    );
  const name = status === 'sending' ? sendingText : t(`state.${isCancelling ? 'cancelling' : status}`);
  return (
    <span className="min-w-0">
      <span className="flex items-center gap-2">
        <Dot tone={tones[status] ?? 'waiting'} />
        <span className={`truncate ${status === 'outside' ? 'text-muted' : status === 'failed' ? 'font-semibold text-danger' : ''}`}>
          {name}
          {status === 'generating' && item?.startedAt && (
            <span className="money">
              {' · '}
              <Elapsed startedAt={item.startedAt} />
            </span>
          )}
        </span>
      </span>
      {item && status === 'ready' && <CardReadiness item={item} isOneLine />}
      {detail && (
        <span
          className={`money ps-4 text-xs text-muted ${status === 'failed' ? 'line-clamp-2' : 'block truncate'}`}
          title={status === 'failed' && item ? t(failureKey(kind, item.error)) : detail}
        >
          {detail}
        </span>
      )}
    </span>
  );
}

/** The actions of a row. Each action has a separate column, so that the prices of all rows are aligned. */
function RowTools({ facts }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { tool } = useBench();
  const { card, name, status, isLocked } = facts;
  const canRedo = !isLocked && (status === 'failed' || status === 'ready' || status === 'cancelled');
  const canCancel = status === 'queued' || status === 'generating';
  return (
    <span className="grid grid-cols-[minmax(0,1fr)_2.25rem_2.25rem] items-center justify-items-end touch:grid-cols-[minmax(0,1fr)_2.75rem_2.75rem]">
      {canCancel ? (
        <span className="col-span-2">
          <CancelButton facts={facts} />
        </span>
      ) : (
        <>
          <span>{canRedo && <RedoButton facts={facts} look="row" />}</span>
          <span>
            {status === 'ready' ? <DownloadLink facts={facts} look="icon" /> : !isLocked && <CardAiWrite facts={facts} look="icon" />}
          </span>
        </>
      )}
      <IconButton
        label={t('batch.remove_card', { card: name })}
        aria-disabled={isLocked}
        onClick={() => !isLocked && tool.remove(new Set([card.id]))}
      >
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </span>
  );
}
