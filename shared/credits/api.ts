/** GET /api/credits/transactions: the ledger of the signed-in user, newest first (docs/spec.md 17.4). */
import * as z from 'zod';
import { historyFileNamesMax, historyThumbnailsMax } from '../history/api.ts';

export const listTransactionsQuery = z.object({
  batchId: z.uuid().optional(),
  type: z.enum(['deduction', 'purchase', 'bonus', 'adjustment']).optional(),
  cursor: z.string().max(2000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  /**
   * If set, the list has one row for all charges of a batch. The amount of this row is their sum. Its id, time and balance are from the
   * last charge.
   */
  group: z.literal('batch').optional(),
});

export type TransactionsQuery = z.infer<typeof listTransactionsQuery>;

export const transaction = z.object({
  id: z.string(),
  user_id: z.string(),
  created_at: z.iso.datetime(),
  /** In dollars; a deduction is negative. */
  amount: z.number(),
  type: z.enum(['deduction', 'purchase', 'bonus', 'adjustment']),
  description: z.string(),
  /** Set if support changed the balance. */
  reason: z.string().optional(),
  /** Balance after this transaction, in dollars. */
  balance: z.number(),
  batch_id: z.string().optional(),
  item_id: z.string().optional(),
  /** Number of charged items. Set only for the sum of a batch. */
  item_count: z.int().optional(),
  /** The run in the history. Set only for the sum of a batch that has ended. */
  run: z
    .object({
      name: z.string().optional(),
      file_names: z.array(z.string()).max(historyFileNamesMax),
      thumbnails: z.array(z.string()).max(historyThumbnailsMax),
      failed_images: z.int(),
      total_images: z.int(),
    })
    .optional(),
});

export const listTransactionsResponse = z.object({ items: z.array(transaction), nextCursor: z.string().optional() });
export type ListTransactionsResponse = z.infer<typeof listTransactionsResponse>;
