/** Requests new links to photos that are only on the server, because a link expires after an hour. */
import type { Photo } from '#web/features/upload/photo.ts';
import { queries } from '#web/lib/queries.ts';
import { batchQuery } from './get-batch.ts';

/** Returns the new links by the id of the photo. If the batch of a photo cannot be read, the photo keeps its link. */
export async function renewedAddresses(photos: readonly (Photo | undefined)[]): Promise<ReadonlyMap<string, string>> {
  const sources = photos.flatMap((photo) => (photo?.source && !photo.file ? [{ photoId: photo.id, ...photo.source }] : []));
  const batchIds = [...new Set(sources.map(({ batchId }) => batchId))];
  const batches = await Promise.all(batchIds.map((batchId) => queries.fetchQuery(batchQuery(batchId, true)).catch(() => undefined)));
  return new Map(
    sources.flatMap(({ photoId, batchId, itemId }) => {
      const address = batches[batchIds.indexOf(batchId)]?.items.find((item) => item.itemId === itemId)?.photoUrl;
      return address === undefined ? [] : [[photoId, address] as const];
    }),
  );
}
