import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand/react';
import type { BatchKind } from '#shared/batch/batch.ts';
import { keepResult } from '#web/features/review/keep-result.ts';
import type { ReviewItem } from '#web/features/review/review-item.ts';
import { closeReview, reviewStore } from './review-store.ts';

const Review = lazy(async () => ({ default: (await import('#web/features/review/review.tsx')).Review }));

type Props = { kind: BatchKind; batchId: string; items: readonly ReviewItem[]; canKeep: boolean; onStale: () => void };

/** The review of one past run, while it is open. */
export function RunReview({ kind, batchId, items, canKeep, onStale }: Props) {
  const { t } = useTranslation();
  const startKey = useStore(reviewStore, ({ open }) => (open?.batchId === batchId ? open.startKey : undefined));
  // The seller can leave the page while the review is open.
  useEffect(() => closeReview, []);
  if (startKey === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Review
        items={items}
        startKey={startKey}
        title={t(`review.title_${kind}`, { count: items.length })}
        onClose={closeReview}
        {...(canKeep && { onKeep: (itemId: string, keep: boolean) => void keepResult({ batchId, itemId, keep }) })}
        onStale={onStale}
        shortcuts
      />
    </Suspense>
  );
}
