import { Copy, ImageOff, Pencil, Plus, RefreshCw, SquareCheck, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { ResultMenu } from '#web/features/review/result-menu.tsx';
import { dollars } from '#web/lib/money.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FileName } from '#web/ui/file-name.tsx';
import { Menu, type MenuItem } from '#web/ui/menu.tsx';
import { menuResult } from '../cards/downloads.ts';
import { cardElementId } from './bench-card.tsx';
import { useBench, useBenchState } from './bench-context.tsx';
import { CancelButton, DownloadLink } from './card-actions.tsx';
import { CardPane } from './card-pane.tsx';
import { CardAiWrite, PromptText } from './card-prompt.tsx';
import { CardReadiness, FailureReason, StateText } from './card-status-line.tsx';
import { PhotoLine } from './photo-line.tsx';
import { RedoButton } from './redo-button.tsx';
import { type CardFacts, useCard } from './use-card.ts';
import { useLongPress } from './use-long-press.ts';
import { openCard } from './view-store.ts';

/**
 * A card on a phone: a thumbnail, the prompt, and the state with its actions. The card has the same height in all states, except for a
 * failure with a long reason. A tap opens the card in a sheet.
 */
export const FoldedCard = memo(function FoldedCard({ cardId }: { cardId: string }) {
  const { t } = useTranslation();
  const { tool } = useBench();
  const facts = useCard(cardId, (number) => t('batch.card', { number }));
  const hasSelection = useBenchState(({ selection }) => selection.ids.size > 0);
  if (!facts) return null;
  const { card, name, number, item, status, isSelected } = facts;
  return (
    <article
      id={cardElementId(card.id)}
      aria-label={card.photo ? `${t('batch.card', { number })}: ${name}` : name}
      tabIndex={-1}
      className={`group/card relative grid min-h-33 grid-cols-[5rem_minmax(0,1fr)] overflow-hidden rounded-lg border bg-surface shadow-card ${isSelected ? 'border-accent-text ring-1 ring-accent-text' : status === 'failed' ? 'border-danger/60' : 'border-line'}`}
    >
      <div className="bg-wall">
        {/* The picture keeps its height even if the texts beside it are long. */}
        <div className="relative isolate h-full max-h-32.5 overflow-hidden p-1.5">
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
      </div>
      <div className="flex min-w-0 flex-col ps-3">
        <h3 className="pt-2.5 pe-11 leading-snug font-semibold">
          <FileName name={name} />
        </h3>
        <FoldedText facts={facts} hasSelection={hasSelection} />
        {item && status === 'ready' && <CardReadiness item={item} isOneLine />}
        <FoldedState facts={facts} />
      </div>
      <div className="absolute end-0 top-0">
        <CardMenu facts={facts} />
      </div>
    </article>
  );
});

/** The prompt and the reason of a failure. A tap opens the card, unless the card is locked. */
function FoldedText({ facts, hasSelection }: { facts: CardFacts; hasSelection: boolean }) {
  const { tool } = useBench();
  const { card, status, looksLocked, isLocked } = facts;
  const longPress = useLongPress(() => tool.toggle(card.id));
  const text =
    status === 'failed' ? (
      <span className="block min-w-0">
        <StateText facts={facts} />
        <FailureReason facts={facts} className="line-clamp-4" />
      </span>
    ) : status === 'no_prompt' && !looksLocked ? (
      <AddPrompt />
    ) : (
      <PromptText facts={facts} className="line-clamp-2 group-has-[+ul]/text:line-clamp-1" />
    );
  // The chips of a result need the space of one line.
  const className = 'group/text flex min-h-11 has-[+ul]:min-h-6 w-full grow items-start pe-3 pt-1 text-start text-sm leading-snug';
  if (looksLocked) return <div className={className}>{text}</div>;
  return (
    <button
      type="button"
      {...longPress}
      onClick={() => (hasSelection ? tool.toggle(card.id) : openCard(card.id))}
      disabled={isLocked}
      className={className}
    >
      {text}
    </button>
  );
}

/** A missing prompt is the next step, so its text looks like an action. */
function AddPrompt() {
  const { t } = useTranslation();
  return (
    <span className="flex items-center gap-1.5 text-base font-semibold text-accent-text">
      <Plus aria-hidden className="size-4" />
      {t('bench.add_prompt')}
    </span>
  );
}

/** The state of a card and its actions, in one line. */
function FoldedState({ facts }: { facts: CardFacts }) {
  const { item, status, isLocked } = facts;
  const hasResult = item !== undefined || status === 'sending';
  if (status === 'failed')
    return isLocked ? null : (
      <div className="flex min-h-11 items-center gap-1 pe-1 pb-1">
        <RedoButton facts={facts} look="card" />
        <CardAiWrite facts={facts} look="icon" />
      </div>
    );
  return (
    <div className="mt-auto flex min-h-11 items-center pe-1">
      <div className="min-w-0 flex-1">{hasResult ? <StateText facts={facts} hasClock /> : <PhotoLine facts={facts} isFolded />}</div>
      {!isLocked && status === 'cancelled' && <RedoButton facts={facts} look="folded" />}
      {status === 'ready' && <DownloadLink facts={facts} look="icon" />}
      {(status === 'queued' || status === 'generating') && <CancelButton facts={facts} />}
    </div>
  );
}

/**
 * All actions of a card except for those in the line with the state. The paid repetition of a result is here, because this menu has the space
 * for its word.
 */
function CardMenu({ facts: { card, name, item, status, isLocked } }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { tool, kind } = useBench();
  const { orderRules } = tool.definition;
  const ids = new Set([card.id]);
  const lockedReason = isLocked ? t(`${kind}.locked_remove`) : undefined;
  const items: MenuItem[] = [
    { label: t('bench.select', { card: name }), icon: <SquareCheck aria-hidden />, onSelect: () => tool.toggle(card.id) },
  ];
  // A locked card shows the reason only once, beside its removal, because a menu of a phone has little space.
  if (!isLocked)
    items.push({ label: t('batch.duplicate_card', { card: name }), icon: <Copy aria-hidden />, onSelect: () => tool.duplicate(ids) });
  if (!isLocked && card.photo)
    items.push({
      label: t('batch.remove_photo', { card: name }),
      icon: <ImageOff aria-hidden />,
      onSelect: () => tool.removePhoto(card.id),
    });
  items.push({
    label: t('batch.remove_card', { card: name }),
    icon: <Trash2 aria-hidden />,
    danger: true,
    disabled: lockedReason,
    onSelect: () => tool.remove(ids),
  });
  if (item && status === 'ready') {
    const redo = {
      label: t('bench.redo'),
      icon: <RefreshCw aria-hidden />,
      price: dollars(orderRules.quote([card])),
      onSelect: () => tool.orderSignedIn([card]),
    };
    return (
      <ResultMenu result={menuResult(kind, item)} others={!isLocked && orderRules.isEligible(card) ? [redo] : []} cardActions={items} />
    );
  }
  const edit = { label: t('bench.edit'), icon: <Pencil aria-hidden />, onSelect: () => openCard(card.id) };
  return <Menu label={t('bench.card_menu', { card: name })} items={isLocked ? items : [edit, ...items]} />;
}
