/** Adds the delivered results of work to the products whose photos were ordered. */
import type { WorkKind } from '#shared/work/kinds.ts';
import { inParallel } from '../platform/in-parallel.ts';
import type { Item } from '../store/batch-rows.ts';
import { productOfPhoto } from '../store/media-keys.ts';
import { addResult, type ResultKind } from '../store/products.ts';

const resultKinds: Record<WorkKind, ResultKind | undefined> = {
  video: 'video',
  image: 'image',
  edit: 'edit',
  'photo-edit': 'edit',
  // A before/after run ends in another step, so its items never arrive here.
  pipeline: undefined,
};

/** A second run of the step adds the same results, which changes nothing. */
export async function addProductResults(items: readonly Item[]): Promise<void> {
  const delivered = items.flatMap(({ userId, batchId, itemId, kind, status, uploadKey }) => {
    const productId = productOfPhoto(userId, uploadKey);
    const resultKind = resultKinds[kind];
    return status === 'completed' && productId && resultKind ? { userId, productId, resultKind, result: `${batchId}#${itemId}` } : [];
  });
  await inParallel(delivered, ({ userId, productId, resultKind, result }) => addResult(userId, productId, resultKind, result));
}
