import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { BatchItem } from '#shared/batch/api.ts';
import { hasEnded } from '#shared/batch/batch.ts';
import { AiWriteButton } from '#web/features/ai-write/ai-write-button.tsx';
import { keepResult } from '#web/features/review/keep-result.ts';
import type { ReviewItem } from '#web/features/review/review-item.ts';
import { dollars, dollarsFromApi } from '#web/lib/money.ts';
import { elapsedTime } from '#web/lib/time.ts';
import type { BasicCard } from '../cards/cards.ts';
import { fileNameOf } from '../cards/downloads.ts';
import { type ShownItem, wasDeliveredLate } from '../cards/run.ts';
import { isLocked } from '../store/core.ts';
import { type Bench, useBench, useBenchState } from './bench-context.tsx';
import { useRedoOrder } from './use-redo-order.ts';
import { openReview, viewStore } from './view-store.ts';

const Review = lazy(async () => ({ default: (await import('#web/features/review/review.tsx')).Review }));

type Reviewed = { card: BasicCard; item: ShownItem<BatchItem> };

/** The results of the cards, one after another, with the actions for each result. */
export function BenchReview() {
  const reviewedId = useStore(viewStore, (state) => state.reviewedId);
  return reviewedId === undefined ? null : <OpenReview startId={reviewedId} />;
}

function OpenReview({ startId }: { startId: string }) {
  const { t } = useTranslation();
  const bench = useBench();
  const { tool, aiWrite, Settings, kind } = bench;
  const shortcuts = useStore(viewStore, (state) => state.hasShortcuts);
  const cards = useBenchState((state) => state.draft.cards);
  const items = useBenchState((state) => state.items);
  const results = useBenchState((state) => state.results);
  const redoIds = useBenchState((state) => state.redoIds);
  const isRestored = useBenchState((state) => state.restored);
  const redoOrder = useRedoOrder();
  const locked = useBenchState(isLocked);
  const sentIds = useBenchState((state) => state.sending?.cardIds);
  const writingIds = useBenchState(useShallow((state) => [...state.writing]));
  const reviewed = cards.flatMap((card): Reviewed[] => {
    const item = results.get(card.id);
    return item ? [{ card, item }] : [];
  });
  const cardOf = (key: string) => cards.find(({ id }) => id === key);
  const texts = {
    late: t('batch.result.late'),
    made: (time: string) => t('bench.made_in', { time }),
  };
  const reviewItems = reviewed.map(({ card, item }) =>
    reviewItem({ card, item }, bench, {
      texts,
      isRestored,
      isMarked: redoIds.has(card.id),
      isRedoing: (sentIds?.has(card.id) ?? false) || isUnderWay(items.get(card.id)),
    }),
  );
  const isRedoing = (key: string) => reviewItems.find((one) => one.key === key)?.isRedoing === true;
  const startKey = reviewed.some(({ card }) => card.id === startId) ? startId : reviewed[0]?.card.id;
  if (startKey === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Review
        items={reviewItems}
        startKey={startKey}
        title={t(`${kind}.cards_title`)}
        shortcuts={shortcuts}
        onClose={() => openReview(undefined)}
        onKeep={(key, keep) => {
          const item = results.get(key);
          if (item) void keepResult({ batchId: item.batchId, itemId: item.itemId, keep });
        }}
        onMark={tool.markRedo}
        redoOrder={redoOrder}
        onPrompt={(key, prompt) => tool.editCard(key, { prompt })}
        onStale={(key) => {
          const item = results.get(key);
          if (item) tool.renewLinks(item.batchId);
        }}
        settings={(key) => {
          const card = cardOf(key);
          return (
            card && (
              <Settings
                settings={card}
                model={card.model}
                photo={card.photo}
                disabled={isRedoing(key)}
                look="chip"
                onChange={(settings) => tool.editCard(key, settings)}
              />
            )
          );
        }}
        aiWrite={(key) => <AiWriteButton writing={writingIds.includes(key)} disabled={locked} onWrite={() => void aiWrite.writeOne(key)} />}
      />
    </Suspense>
  );
}

type Texts = { late: string; made: (time: string) => string };
type Options = { texts: Texts; isRestored: boolean; isMarked: boolean; isRedoing: boolean };

const isUnderWay = (item: ShownItem | undefined): boolean => item !== undefined && !hasEnded(item.status);

function reviewItem(
  { card, item }: Reviewed,
  { kind, tool, settingsText }: Bench,
  { texts, isRestored, isMarked, isRedoing }: Options,
): ReviewItem {
  const { orderRules } = tool.definition;
  const isVideo = 'videoUrl' in item;
  const durationMs = item.startedAt && item.completedAt ? Date.parse(item.completedAt) - Date.parse(item.startedAt) : 0;
  const src = isVideo ? item.videoUrl : 'imageUrl' in item ? item.imageUrl : undefined;
  const poster = isVideo ? item.posterUrl : 'thumbnailUrl' in item ? item.thumbnailUrl : undefined;
  return {
    key: card.id,
    kind: isVideo ? 'video' : 'image',
    name: item.title,
    ratio: item.aspectRatio,
    src: src ?? '',
    ...(poster && { poster }),
    ...(item.photoUrl && { photo: item.photoUrl }),
    ...(item.downloadUrl && { downloadUrl: item.downloadUrl }),
    ...('resultKey' in item && item.resultKey && { resultKey: item.resultKey }),
    fileName: fileNameOf(kind, item),
    details: [
      settingsText(card),
      ...(durationMs > 0 ? [texts.made(elapsedTime(durationMs))] : []),
      ...(wasDeliveredLate(item) ? [texts.late] : []),
    ],
    ...(!wasDeliveredLate(item) && { paid: dollarsFromApi(item.charged) }),
    prompt: card.prompt,
    probe: item.probe,
    canFinish: true,
    kept: 'kept' in item && item.kept === true,
    ...(isRestored && { redo: orderRules.isEligible(card) ? { price: dollars(orderRules.quote([card])) } : {} }),
    ...(isMarked && { isMarked }),
    ...(isRedoing && { isRedoing }),
  };
}
