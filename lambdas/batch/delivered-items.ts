/** Finds the delivered items for the results in a request. */
import { imageCost } from '#shared/credits/pricing.ts';
import { AppError } from '#shared/errors.ts';
import { imageDefaults } from '#shared/image/defaults.ts';
import type { BatchItem } from '../store/batch-rows.ts';
import { readBatch } from '../store/batches.ts';
import { itemOfResult } from '../store/media-keys.ts';
import { keyFrom } from '../store/own-media.ts';
import { type Run, readRun, runResultTitle } from '../store/pipeline-runs.ts';

type WithResult<Kind extends BatchItem> = Kind extends BatchItem ? Kind & { result: NonNullable<Kind['result']> } : never;
export type Delivered = WithResult<BatchItem>;

/**
 * Returns each item once, in the order of the request.
 * @throws AppError AddressNotAllowed for a text that is not the key or the URL of a result of the caller.
 * @throws AppError BatchNotFound.
 * @throws AppError NotFound for a result that does not exist.
 */
export async function deliveredItems(userId: string, results: readonly string[]): Promise<Delivered[]> {
  const requestedItems = [];
  for (const one of results) {
    const item = itemOfResult(userId, await keyFrom(one));
    if (!item) throw new AppError('AddressNotAllowed');
    requestedItems.push(item);
  }
  const rows = new Map<string, BatchItem>();
  for (const batchId of new Set(requestedItems.map((item) => item.batchId))) {
    const work = await readBatch(userId, batchId);
    const items = work?.items ?? itemsOfRun(await readRun(userId, batchId));
    if (!items) throw new AppError('BatchNotFound');
    for (const item of items) rows.set(`${batchId}/${item.itemId}`, item);
  }
  const ids = new Set(requestedItems.map(({ batchId, itemId }) => `${batchId}/${itemId}`));
  return [...ids].map((id) => {
    const item = rows.get(id);
    if (!item || !isDelivered(item)) throw new AppError('NotFound');
    return item;
  });
}

/** Returns the result of a before/after run as an item, because a run is not a batch of a page. A run has a result only after its end. */
const itemsOfRun = (run: Run | undefined): BatchItem[] | undefined =>
  run?.result && [
    {
      kind: 'image',
      userId: run.userId,
      batchId: run.runId,
      itemId: `iteration-${run.result.iterationNumber}`,
      index: 0,
      uploadKey: run.uploads.input,
      cents: imageCost(imageDefaults.model),
      status: 'completed',
      title: runResultTitle,
      prompt: '',
      aspectRatio: run.aspectRatio ?? imageDefaults.aspectRatio,
      model: imageDefaults.model,
      outputFormat: 'jpeg',
      numImages: 1,
      result: run.result,
      ...(run.endedAt !== undefined && { endedAt: run.endedAt }),
    },
  ];

/**
 * Returns whether the caller may see the result. The caller may see a charged result, and a free result that arrived after the time-out of
 * its item (get-batch.ts).
 */
const isDelivered = (item: BatchItem): item is Delivered =>
  item.result !== undefined && (item.status === 'completed' || (item.status === 'failed' && item.kind === 'video'));
