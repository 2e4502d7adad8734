import { Trash2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { dollars, wireDollars } from '#web/lib/money.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dot, type DotTone } from '#web/ui/dot.tsx';
import type { CardStatus } from '../cards/card-status.ts';
import { failureKey } from '../cards/failure.ts';
import { cardElementId } from './bench-card.tsx';
import { useBench, useBenchState } from './bench-context.tsx';
import { CardAiWrite } from './card-prompt.tsx';
import { RedoButton } from './redo-button.tsx';
import { selectByPointer } from './select-by-pointer.ts';
import { type CardFacts, useCard } from './use-card.ts';
import { viewStore } from './view-store.ts';

const columns =
  'grid-cols-[2.75rem_3.5rem_minmax(8rem,1fr)_minmax(0,2.4fr)_15.25rem_9.25rem_7.25rem] max-desktop:grid-cols-[2.75rem_3.5rem_minmax(7rem,1fr)_minmax(0,2fr)_9.25rem_7.25rem]';

/** The names of the columns, and the check box that selects all cards. */
export function RowsHead({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation();
  const { tool } = useBench();
  const selected = useBenchState(({ selection }) => ids.filter((id) => selection.ids.has(id)).length);
  const isAll = ids.length > 0 && selected === ids.length;
  return (
    <div className={`grid h-9 items-center gap-3 border-b border-line bg-sand pe-3 text-sm text-muted ${columns}`}>
      <Checkbox
        aria-label={t('bench.select_all')}
        checked={isAll}
        indeterminate={selected > 0 && !isAll}
        onChange={() => (isAll ? tool.clearSelection() : tool.selectAll(ids))}
        className="ms-1"
      />
      <span />
      <span>{t('bench.column.photo')}</span>
      <span>{t('batch.prompt')}</span>
      <span className="max-desktop:hidden">{t('bench.column.settings')}</span>
      <span>{t('bench.column.status')}</span>
      <span />
    </div>
  );
}

/** One card as a row with a height of 64 px. */
export const BenchRow = memo(function BenchRow({ cardId }: { cardId: string }) {
  const { t } = useTranslation();
  const { tool, Settings, promptPlaceholder } = useBench();
  const facts = useCard(cardId, (number) => t('batch.card', { number }));
  const isCurrent = useStore(viewStore, ({ currentId }) => currentId === cardId);
  if (!facts) return null;
  const { card, name, number, src, isLocked, isSelected } = facts;
  return (
    <article
      id={cardElementId(card.id)}
      aria-label={card.photo ? `${t('batch.card', { number })}: ${name}` : name}
      tabIndex={-1}
      className={`grid h-16 items-center gap-3 border-b border-line pe-3 text-sm ${columns} ${isSelected ? 'bg-accent-soft shadow-[inset_3px_0_0_var(--color-accent)]' : ''} ${isCurrent ? 'outline-2 -outline-offset-2 outline-accent-text' : ''}`}
    >
      <Checkbox
        aria-label={t('bench.select', { card: name })}
        checked={isSelected}
        onChange={(_, event) => selectByPointer(tool, card.id, event.nativeEvent)}
        className="ms-1"
      />
      <span className="grid h-14 w-14 place-items-center overflow-hidden rounded-sm bg-wall">
        {src && (
          <img src={src} alt={t('batch.photo_alt', { title: name })} loading="lazy" decoding="async" className="size-full object-contain" />
        )}
      </span>
      <span className="min-w-0">
        <span className="block truncate font-semibold" title={name}>
          {name}
        </span>
        {card.photo && card.photo.width > 0 && (
          <span className="money block text-xs text-muted">
            {card.photo.width} × {card.photo.height}
          </span>
        )}
      </span>
      <textarea
        aria-label={t('batch.prompt')}
        value={card.prompt}
        rows={1}
        disabled={isLocked}
        placeholder={promptPlaceholder}
        onChange={(event) => tool.editCard(card.id, { prompt: event.target.value })}
        className="field-sizing-content max-h-13 w-full resize-none rounded-sm border border-transparent bg-transparent px-2 py-1 leading-snug outline-none placeholder:text-muted focus:border-accent-text focus:bg-surface enabled:hover:border-line disabled:text-ink"
      />
      <span className="flex gap-1 max-desktop:hidden">
        <Settings
          settings={card}
          model={card.model}
          photo={card.photo}
          disabled={isLocked}
          look="chip"
          onChange={(settings) => tool.editCard(card.id, settings)}
        />
      </span>
      <RowStatus facts={facts} />
      <RowTools facts={facts} />
    </article>
  );
});

const tones: Partial<Record<CardStatus, DotTone>> = {
  ready_to_create: 'done',
  ready: 'done',
  generating: 'running',
  sending: 'running',
  failed: 'failed',
  too_long: 'failed',
};

function RowStatus({ facts: { card, item, status } }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { kind, tool } = useBench();
  const { orderRules } = tool.definition;
  const detail =
    status === 'ready' && item
      ? t('batch.result.charged', { amount: wireDollars(item.charged) })
      : status === 'failed' && item
        ? t(failureKey(kind, item.error))
        : status === 'queued' && item?.queuePosition !== undefined
          ? t('batch.result.position', { position: item.queuePosition })
          : status === 'ready_to_create'
            ? dollars(orderRules.quote([card]))
            : status === 'failed' || status === 'cancelled'
              ? t('batch.result.not_charged')
              : undefined;
  return (
    <span className="min-w-0">
      <span className="flex items-center gap-2">
        <Dot tone={tones[status] ?? 'waiting'} />
        <span className="truncate">{t(`bench.state.${status}`)}</span>
      </span>
      {detail && (
        <span className="money block truncate ps-4 text-xs text-muted" title={detail}>
          {detail}
        </span>
      )}
    </span>
  );
}

function RowTools({ facts }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { tool } = useBench();
  const { card, name, status, isLocked } = facts;
  return (
    <span className="flex items-center justify-end gap-1">
      {!isLocked && (status === 'failed' || status === 'ready' || status === 'cancelled') ? (
        <RedoButton facts={facts} look="quiet" />
      ) : (
        <CardAiWrite facts={facts} />
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
