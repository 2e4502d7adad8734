import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { photoEditPrices } from '#shared/photo-edit/prices.ts';
import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';
import { keepResult } from '#web/features/review/keep-result.ts';
import type { ReviewItem } from '#web/features/review/review-item.ts';
import { uploadLimits } from '#web/features/upload/rejected-dialog.tsx';
import { dollars, dollarsFromApi } from '#web/lib/money.ts';
import { fileNameOf } from '../file-name.ts';
import { editStore, type ShownEdit } from '../store/core.ts';
import { markRedo } from '../store/ordering.ts';
import { editPhotos } from '../store/photo-edit-tool.ts';
import { renewLinks } from '../store/runs.ts';
import { isLocked, priceOfEdits } from '../store/selectors.ts';
import { useEdit, useEditEntries, useParsedChoices } from './use-edit.ts';

const Review = lazy(async () => ({ default: (await import('#web/features/review/review.tsx')).Review }));

const close = () => editStore.setState({ reviewedId: undefined });

/** The review of the results, while it is open. */
export function EditReview() {
  const startKey = useEdit((state) => state.reviewedId);
  // If the user leaves the page while the review is open, the review must not open again later.
  useEffect(() => close, []);
  return startKey === undefined ? null : <OpenReview startKey={startKey} />;
}

function OpenReview({ startKey }: { startKey: string }) {
  const { t } = useTranslation();
  const { settings, faults } = useParsedChoices();
  const locked = useEdit(isLocked);
  const results = useEditEntries(({ draft, results }) => draft.photos.flatMap(({ id }) => results.get(id) ?? []));
  const redoneKeys = useEditEntries(({ items }) =>
    [...items.values()].flatMap(({ itemId, status }) => (status === 'queued' || status === 'generating' ? [itemId] : [])),
  );
  const redoIds = useEdit((state) => state.redoIds);
  const failure = useEdit((state) => state.failure);
  const profile = useProfile();
  const available = profile && balancesOf(profile).available;
  const redo = faults.length === 0 ? { price: dollars(photoEditPrices[settings.apiMode]) } : undefined;
  const items = results.map((result): ReviewItem => {
    const { width = 1, height = 1, format = 'png', charged } = result;
    const facts = t('photo_edit.facts', { width, height, format: t(`photo_edit.format.${format}`), price: dollarsFromApi(charged) });
    return {
      ...reviewItem(result),
      details: [facts],
      redo,
      isMarked: redoIds.has(result.itemId),
      isRedoing: redoneKeys.includes(result.itemId),
    };
  });
  if (items.length === 0) return null;
  const marked = results.filter(({ itemId }) => redoIds.has(itemId));
  const total = priceOfEdits(settings, marked.length);
  const isShort = available !== undefined && available < total;
  const batchOf = (key: string) => results.find(({ itemId }) => itemId === key)?.batchId;
  return (
    <Suspense fallback={null}>
      <Review
        items={items}
        startKey={startKey}
        title={t('review.title_image', { count: items.length })}
        onClose={close}
        onKeep={(itemId, keep) => {
          const batchId = batchOf(itemId);
          if (batchId !== undefined) void keepResult({ batchId, itemId, keep });
        }}
        onMark={markRedo}
        redoOrder={{
          count: faults.length === 0 ? marked.length : 0,
          price: dollars(total),
          missing: isShort ? dollars(total - available) : undefined,
          isWaiting: locked,
          problem: failure && t(`errors.${failure}`, uploadLimits),
          start: () => editPhotos(marked.map(({ itemId }) => itemId)),
        }}
        onStale={(itemId) => {
          const batchId = batchOf(itemId);
          if (batchId !== undefined) renewLinks(batchId);
        }}
        shortcuts
      />
    </Suspense>
  );
}

const reviewItem = (result: ShownEdit): Omit<ReviewItem, 'details'> => ({
  key: result.itemId,
  kind: 'image',
  fileKind: 'edit',
  name: result.title,
  ratio: `${result.width ?? 1}:${result.height ?? 1}`,
  src: result.imageUrl ?? '',
  poster: result.thumbnailUrl,
  photo: result.photoUrl,
  downloadUrl: result.downloadUrl,
  resultKey: result.resultKey,
  fileName: fileNameOf(result),
  paid: dollarsFromApi(result.charged),
  prompt: result.prompt,
  probe: result.probe,
  canFinish: true,
  kept: result.kept === true,
});
