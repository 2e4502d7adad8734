import type { TFunction } from 'i18next';
import type { ReviewItem } from './review-item.ts';

/** Returns the numbers of kept, marked and running results as text, for example '3 kept · 1 to redo'. */
export function decisionsText(items: readonly ReviewItem[], t: TFunction): string {
  const keptCount = items.filter(({ kept }) => kept).length;
  const markedCount = items.filter(({ isMarked }) => isMarked).length;
  const redoingCount = items.filter(({ isRedoing }) => isRedoing).length;
  return [
    keptCount > 0 && t('review.kept_count', { count: keptCount }),
    markedCount > 0 && t('review.redo_count', { count: markedCount }),
    redoingCount > 0 && t('review.redoing_count', { count: redoingCount }),
  ]
    .filter(Boolean)
    .join(' · ');
}
