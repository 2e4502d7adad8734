import { Copy, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { BatchKind } from '#shared/batch/batch.ts';
import { sidesOf } from '#shared/video/ratio.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { useBench, useBenchState } from './bench-context.tsx';
import { CardActions } from './card-actions.tsx';
import { CardPane } from './card-pane.tsx';
import { CardPrompt, PromptText } from './card-prompt.tsx';
import { CardStatusLine } from './card-status-line.tsx';
import { PhotoLine } from './photo-line.tsx';
import { selectByPointer } from './select-by-pointer.ts';
import { type CardFacts, useCard } from './use-card.ts';
import { useIsEmptyPage } from './use-is-empty-page.ts';
import { viewStore } from './view-store.ts';

export const cardElementId = (cardId: string): string => `card-${cardId}`;

/** The picture of an image card is larger than the picture of a video card, because an image card has fewer settings. */
const columns = {
  video: 'grid-cols-[9.75rem_minmax(0,1fr)] max-desktop:grid-cols-[9.125rem_minmax(0,1fr)]',
  image: 'grid-cols-[12rem_minmax(0,1fr)] max-[92rem]:grid-cols-[11.5rem_minmax(0,1fr)] max-[84rem]:grid-cols-[10.5rem_minmax(0,1fr)]',
};

/** Columns of a card with a large result. If the result is wider than high, its column is wider. */
const largeColumns = {
  tall: 'grid-cols-[13.5rem_minmax(0,1fr)]',
  wide: 'grid-cols-[15.5rem_minmax(0,1fr)]',
};
/** A result is tall if its width divided by its height is at most this value. */
const tallRatioMax = 0.7;

function columnsOf(kind: BatchKind, ratio: string, isLarge: boolean): string {
  if (!isLarge) return columns[kind];
  const { width, height } = sidesOf(ratio);
  return largeColumns[width / height < tallRatioMax ? 'tall' : 'wide'];
}

type Props = {
  cardId: string;
  /** Whether the result is large, during and after a run. */
  isLarge?: boolean;
};

/** One card: the photo in the ratio of its result, the prompt, the settings, and the state of the result. */
export const BenchCard = memo(function BenchCard({ cardId, isLarge = false }: Props) {
  const { t } = useTranslation();
  const { kind } = useBench();
  const facts = useCard(cardId, (number) => t('batch.card', { number }));
  const isCurrent = useStore(viewStore, ({ currentId }) => currentId === cardId);
  if (!facts) return null;
  const { card, number, status, isSelected } = facts;
  const label = card.photo ? `${t('batch.card', { number })}: ${card.photo.title}` : t('batch.card', { number });
  return (
    <article
      id={cardElementId(card.id)}
      aria-label={label}
      tabIndex={-1}
      className={`group/card grid h-full overflow-hidden rounded-lg border bg-surface shadow-card ${columnsOf(kind, card.aspectRatio, isLarge)} ${isSelected || isCurrent ? 'border-accent-text ring-1 ring-accent-text' : status === 'failed' ? 'border-danger/60' : 'border-line'}`}
    >
      <div className={`relative isolate min-h-0 overflow-hidden bg-wall ${isLarge ? 'p-2' : 'p-2.5'}`}>
        <CardPane facts={facts} />
        <SelectBox facts={facts} />
      </div>
      <CardBody facts={facts} isLarge={isLarge} />
    </article>
  );
});

/** The texts, settings and actions of a card. Each of them is at the same position in every state of a run. */
function CardBody({ facts, isLarge }: { facts: CardFacts; isLarge: boolean }) {
  const { kind } = useBench();
  const isEmptyPage = useIsEmptyPage();
  const { item, status, looksLocked } = facts;
  const hasResult = item !== undefined || status === 'sending';
  const isShort = kind === 'image' && !hasResult;
  const promptLook = status === 'ready' ? 'plain' : (hasResult && !isLarge) || isEmptyPage ? 'small' : 'field';
  return (
    <div className={`flex min-h-0 min-w-0 flex-col p-3 ${status === 'failed' ? 'gap-1.5' : 'gap-2'}`}>
      <CardHead facts={facts} />
      {looksLocked ? (
        <div className="min-h-0 flex-1 overflow-hidden">
          {/* This height shows only whole lines of text. */}
          <PromptText facts={facts} className={`${isLarge ? 'line-clamp-6' : 'line-clamp-3'} max-h-[round(down,100%,1lh)]`} />
        </div>
      ) : (
        <CardPrompt facts={facts} rows={promptLook === 'small' ? 1 : 2} look={promptLook} />
      )}
      {/* If the item failed, the reason is shown instead of the settings. */}
      {status !== 'failed' && (
        <div className="flex min-h-8 shrink-0 flex-wrap items-center gap-1.5 max-[84rem]:gap-1">
          <CardSettings facts={facts} />
          {isShort && <PhotoLine facts={facts} />}
        </div>
      )}
      {hasResult ? <CardStatusLine facts={facts} isLarge={isLarge} /> : !isShort && <PhotoLine facts={facts} />}
      {hasResult && <CardActions facts={facts} isLarge={isLarge} />}
    </div>
  );
}

function CardSettings({ facts: { card, isLocked, looksLocked } }: { facts: CardFacts }) {
  const { Settings, settingsText, tool } = useBench();
  if (looksLocked) return <p className="money truncate text-sm text-muted">{settingsText(card)}</p>;
  return (
    <Settings
      settings={card}
      model={card.model}
      photo={card.photo}
      disabled={isLocked}
      look="chip"
      onChange={(settings) => tool.editCard(card.id, settings)}
    />
  );
}

function CardHead({ facts: { card, name, isLocked, looksLocked } }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { kind, tool } = useBench();
  const tools = [
    ...(looksLocked
      ? []
      : [{ label: t('batch.duplicate_card', { card: name }), Icon: Copy, run: () => tool.duplicate(new Set([card.id])) }]),
    { label: t('batch.remove_card', { card: name }), Icon: Trash2, run: () => tool.remove(new Set([card.id])) },
  ];
  return (
    <div className="-my-1 flex items-center gap-1">
      <h3 className="min-w-0 flex-1 truncate text-base font-semibold" title={name}>
        {name}
      </h3>
      <div className="-me-2 flex shrink-0">
        {tools.map(({ label, Icon, run }) => (
          <Tooltip key={label} text={isLocked ? t(`${kind}.locked_remove`) : undefined}>
            <IconButton label={label} aria-disabled={isLocked} onClick={() => !isLocked && run()}>
              <Icon aria-hidden className="size-4" />
            </IconButton>
          </Tooltip>
        ))}
      </div>
    </div>
  );
}

function SelectBox({ facts: { card, name, isSelected } }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { tool } = useBench();
  const hasSelection = useBenchState(({ selection }) => selection.ids.size > 0);
  return (
    <Checkbox
      aria-label={t('bench.select', { card: name })}
      checked={isSelected}
      onChange={(_, event) => selectByPointer(tool, card.id, event.nativeEvent)}
      className={`absolute start-0.5 top-0.5 rounded-md transition-opacity group-focus-within/card:opacity-100 group-hover/card:opacity-100 ${hasSelection ? '' : 'opacity-0 touch:hidden'}`}
    />
  );
}
