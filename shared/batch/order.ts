/** Orders of up to three batches. The call accepts either all batches or none of them (docs/spec.md 5.12, 17.6). */
import * as z from 'zod';
import { activeBatchesMax } from '../credits/ledger.ts';
import { createBatchResponse, doneMailFields, imageBatchRequest, videoBatchRequest } from './api.ts';

/** All batches of an order start at the same time. So this limit is the number of batches that an account may run. */
export const batchesPerOrderMax = activeBatchesMax;

const orderedBatch = z.discriminatedUnion('kind', [videoBatchRequest, imageBatchRequest]);
export type OrderedBatch = z.infer<typeof orderedBatch>;

const isUnique = (values: string[]): boolean => new Set(values).size === values.length;

/**
 * POST /api/orders. The client creates `orderId`. It is the idempotency key of the call, and each user has separate keys. Each batch also
 * has an id.
 */
export const createOrderRequest = z
  .object({
    orderId: z.uuid(),
    batches: z.array(orderedBatch).min(1, { error: 'EmptyBatch' }).max(batchesPerOrderMax),
    ...doneMailFields,
  })
  .superRefine(({ batches }, ctx) => {
    const refuse = (message: string) => ctx.addIssue({ code: 'custom', path: ['batches'], message });
    if (!batches.every(({ kind }) => kind === batches[0]?.kind)) refuse('All batches of an order have the same kind.');
    if (!isUnique(batches.map(({ batchId }) => batchId))) refuse('BatchIdReused');
    if (!isUnique(batches.flatMap(({ items }) => items.map(({ itemId }) => itemId)))) refuse('DuplicateItem');
  });
export type CreateOrderRequest = z.infer<typeof createOrderRequest>;

export const createOrderResponse = z.object({
  orderId: z.uuid(),
  /** The batches are in the same sequence as in the request. */
  batches: z.array(createBatchResponse),
  /** Cost of all batches in dollars. */
  total: z.number(),
});
export type CreateOrderResponse = z.infer<typeof createOrderResponse>;
