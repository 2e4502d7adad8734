import { Plus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchItem } from '#shared/batch/api.ts';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import type { UploadState } from '#web/features/upload/upload-queue.ts';
import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { type BasicCard, type BasicSettings, type CardOf, fingerprint } from './cards.ts';
import { newId } from './new-id.ts';
import { photoSrc, type ShownItem } from './run.ts';
import type { BatchPageOf } from './use-batch-page.ts';
import { pendingKey } from './use-cancel.ts';
import { useInParts } from './use-in-parts.ts';

/** So many cards are drawn in one piece: a press never waits for more than 50 ms (tools/bench/batch-page.ts). */
const cardsPerPart = 5;

/** What a card shows beside what was put into it. */
export type CardStanding<Card extends BasicCard, Item extends BatchItem> = {
  number: number;
  card: Card;
  item: ShownItem<Item> | undefined;
  /** A fresher address of the photo than the card's own. */
  photoSrc: string | undefined;
  upload: UploadState | undefined;
  problem: string | undefined;
  sending: boolean;
  changed: boolean;
  cancelling: boolean;
  locked: boolean;
};

type Props<Settings extends BasicSettings, Model extends string, Item extends BatchItem> = {
  page: BatchPageOf<Settings, Model, Item>;
  /** What is said above the cards. */
  banner?: ReactNode;
  /** What the columns are called, where the cards stand in some. */
  heads?: ReactNode;
  children: (standing: CardStanding<CardOf<Settings, Model>, Item>) => ReactNode;
};

/** The cards, and the buttons that add one and clear all. */
export function CardsSection<Settings extends BasicSettings, Model extends string, Item extends BatchItem>({
  page,
  banner,
  heads,
  children,
}: Props<Settings, Model, Item>) {
  const { kind, state, change, photos, locked } = page;
  const { cards } = state;
  const { t } = useTranslation();
  // The start of a run, its end and each answer in between touch every card.
  const { runs, order, cancel } = page;
  const run = useMemo(
    () => ({ items: runs.items, sending: order.sending, pending: cancel.pending, locked }),
    [runs.items, order.sending, cancel.pending, locked],
  );
  const parts = useInParts(run, Math.ceil(cards.length / cardsPerPart));
  return (
    <section aria-labelledby="cards" aria-busy={!page.restored} className="mt-10">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id="cards" className="text-xl font-semibold">
          {t(`${kind}.cards_title`)}
        </h2>
        <p className="money text-sm text-muted">{t('batch.cards_count', { count: cards.length, max: itemsPerBatchMax })}</p>
      </div>
      {banner}
      {heads}
      <ul className="space-y-4">
        {cards.map((card, index) => {
          const part = parts[Math.floor(index / cardsPerPart)];
          if (!part) return null;
          const item = part.items.get(card.id);
          return children({
            number: index + 1,
            card,
            item,
            photoSrc: photoSrc(card, part.items),
            upload: card.photo && page.uploadStates.get(card.photo.id),
            problem: photos.problems[card.id],
            sending: part.sending?.cardIds.has(card.id) ?? false,
            changed: item !== undefined && state.sent[card.id] !== fingerprint(card),
            cancelling: item !== undefined && part.pending.has(pendingKey(item.batchId, item.itemId)),
            locked: part.locked,
          });
        })}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button disabled={locked || cards.length >= itemsPerBatchMax} onClick={() => change({ type: 'cardAdded', id: newId() })}>
          <Plus aria-hidden className="size-4" />
          {t(`${kind}.add_item`)}
        </Button>
        <Tooltip text={page.running ? t(`${kind}.locked_remove`) : undefined}>
          <Button kind="quiet" aria-disabled={locked || cards.length === 0} onClick={() => !locked && cards.length > 0 && page.clearAll()}>
            {t('batch.clear_all')}
          </Button>
        </Tooltip>
      </div>
    </section>
  );
}
