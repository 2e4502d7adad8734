import { hasEnded } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import type { ItemRef } from '../platform/task.ts';
import type { Item, ItemOf } from '../store/batch-rows.ts';
import { readItem } from '../store/batches.ts';

/**
 * Returns the item of a step if the step may work on it.
 * @param kinds the kinds that the step can work on.
 * @throws AppError BatchNotFound if the item does not exist or is of another kind.
 * @throws AppError Cancelled after a cancel request.
 * @throws AppError GenerationFailed if the item has ended.
 */
export async function runningItem<Kind extends Item['kind']>({ userId, batchId, index }: ItemRef, ...kinds: Kind[]): Promise<ItemOf<Kind>> {
  const item = await readItem(userId, batchId, index);
  if (!item || !isOneOf(item, kinds)) throw new AppError('BatchNotFound');
  if (item.cancelRequestedAt) throw new AppError('Cancelled');
  if (hasEnded(item.status)) throw new AppError('GenerationFailed', { details: { status: item.status } });
  return item;
}

const isOneOf = <Kind extends Item['kind']>(item: Item, kinds: readonly Kind[]): item is ItemOf<Kind> =>
  kinds.some((kind) => kind === item.kind);
