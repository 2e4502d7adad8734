import { Copy, ImageOff, Pencil, SquareCheck, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Menu, type MenuItem } from '#web/ui/menu.tsx';
import { failureKey } from '../cards/failure.ts';
import { cardElementId } from './bench-card.tsx';
import { useBench, useBenchState } from './bench-context.tsx';
import { CardPane } from './card-pane.tsx';
import { CancelButton, DownloadLink, StateText } from './card-status-line.tsx';
import { PhotoLine } from './photo-line.tsx';
import { RedoButton } from './redo-button.tsx';
import { type CardFacts, useCard } from './use-card.ts';
import { useLongPress } from './use-long-press.ts';
import { openCard } from './view-store.ts';

/** A card on a phone: a thumbnail, the prompt, and one line with the state and its action. A tap opens the card in a sheet. */
export const FoldedCard = memo(function FoldedCard({ cardId }: { cardId: string }) {
  const { t } = useTranslation();
  const { tool, kind, needsPrompt, cardPlaceholder } = useBench();
  const facts = useCard(cardId, (number) => t('batch.card', { number }));
  const hasSelection = useBenchState(({ selection }) => selection.ids.size > 0);
  const longPress = useLongPress(() => tool.toggle(cardId));
  if (!facts) return null;
  const { card, name, number, item, status, isSelected, isLocked } = facts;
  const open = () => (hasSelection ? tool.toggle(card.id) : openCard(card.id));
  const prompt = card.prompt.trim();
  const failure = status === 'failed' && item ? t(failureKey(kind, item.error)) : undefined;
  return (
    <article
      id={cardElementId(card.id)}
      aria-label={card.photo ? `${t('batch.card', { number })}: ${name}` : name}
      tabIndex={-1}
      className={`group/card relative grid min-h-33 grid-cols-[5rem_minmax(0,1fr)] overflow-hidden rounded-lg border bg-surface shadow-card ${isSelected ? 'border-accent-text ring-1 ring-accent-text' : status === 'failed' ? 'border-danger/60' : 'border-line'}`}
    >
      <div className="relative isolate max-h-33 overflow-hidden bg-wall p-1.5">
        <CardPane facts={facts} isSmall />
        {hasSelection && (
          <Checkbox
            aria-label={t('bench.select', { card: name })}
            checked={isSelected}
            onChange={() => tool.toggle(card.id)}
            className="absolute start-0 top-0"
          />
        )}
      </div>
      <div className="flex min-w-0 flex-col ps-3">
        <h3 className="truncate pt-2.5 pe-11 leading-snug font-semibold">{name}</h3>
        <button
          type="button"
          {...longPress}
          onClick={open}
          disabled={isLocked}
          className="flex min-h-13.5 w-full items-start pe-3 text-start text-sm leading-snug"
        >
          {failure ? (
            <span className="line-clamp-3 text-xs text-danger">{failure}</span>
          ) : (
            <span className={`line-clamp-2 ${prompt ? '' : 'text-muted'}`}>
              {prompt || (needsPrompt ? t('bench.no_prompt') : cardPlaceholder)}
            </span>
          )}
        </button>
        <div className="flex min-h-11 items-center gap-1 pe-1">
          <FoldedState facts={facts} />
        </div>
      </div>
      <div className="absolute end-0 top-0">
        <CardMenu facts={facts} />
      </div>
    </article>
  );
});

/** The state of a card and its next step, in one line. */
function FoldedState({ facts }: { facts: CardFacts }) {
  const { item, status, isLocked } = facts;
  if (!item && status !== 'sending')
    return (
      <div className="min-w-0 flex-1 pe-2">
        <PhotoLine facts={facts} isFolded />
      </div>
    );
  return (
    <>
      <StateText facts={facts} className="min-w-0 flex-1 flex-nowrap! *:truncate *:first:shrink-0" />
      {!isLocked && (status === 'ready' || status === 'failed' || status === 'cancelled') && <RedoButton facts={facts} look="short" />}
      {status === 'ready' && <DownloadLink facts={facts} look="icon" />}
      {(status === 'queued' || status === 'generating') && <CancelButton facts={facts} />}
    </>
  );
}

function CardMenu({ facts: { card, name, isLocked } }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { tool, kind } = useBench();
  const ids = new Set([card.id]);
  const lockedReason = isLocked ? t(`${kind}.locked_remove`) : undefined;
  const items: MenuItem[] = [
    { label: t('bench.edit'), icon: <Pencil aria-hidden />, disabled: lockedReason, onSelect: () => openCard(card.id) },
    { label: t('bench.select', { card: name }), icon: <SquareCheck aria-hidden />, onSelect: () => tool.toggle(card.id) },
    {
      label: t('batch.duplicate_card', { card: name }),
      icon: <Copy aria-hidden />,
      disabled: lockedReason,
      onSelect: () => tool.duplicate(ids),
    },
  ];
  if (card.photo)
    items.push({
      label: t('batch.remove_photo', { card: name }),
      icon: <ImageOff aria-hidden />,
      disabled: lockedReason,
      onSelect: () => tool.removePhoto(card.id),
    });
  items.push({
    label: t('batch.remove_card', { card: name }),
    icon: <Trash2 aria-hidden />,
    danger: true,
    disabled: lockedReason,
    onSelect: () => tool.remove(ids),
  });
  return <Menu label={t('bench.card_menu', { card: name })} items={items} />;
}
