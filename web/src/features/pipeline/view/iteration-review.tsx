import { lazy, Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { useAreaName } from '#web/lib/area-name.ts';
import { store, usePipeline } from '../store/core.ts';
import { renewLinks } from '../store/runs.ts';
import { reviewItems } from './iterations.ts';

const Review = lazy(async () => ({ default: (await import('#web/features/review/review.tsx')).Review }));

const close = (): void => store.setState({ reviewedNumber: undefined });

/** The review of the iterations and the result, while it is open. */
export function IterationReview({ run }: { run: RunResponse }) {
  const { t } = useTranslation();
  const areaName = useAreaName();
  const reviewedNumber = usePipeline((state) => state.reviewedNumber);
  const items = useMemo(() => reviewItems(run, t, areaName), [run, t, areaName]);
  // If the user leaves the page while the review is open, the review must not open again later.
  useEffect(() => close, []);
  if (reviewedNumber === undefined || items.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Review
        items={items}
        startKey={String(reviewedNumber)}
        title={t('review.title_image', { count: items.length })}
        onClose={close}
        onStale={renewLinks}
        shortcuts
      />
    </Suspense>
  );
}
