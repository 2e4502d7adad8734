/**
 * Marks of kept results. In a review, the seller can mark a delivered result as kept and remove this mark. The mark does not change a
 * status or a charge.
 *
 *   PUT /api/batches/{batchId}/items/{itemId}/keep   a result of a batch
 *   PUT /api/photoroom/{jobId}/keep                  the result of a single photo edit
 *   PUT /api/pipeline/runs/{runId}/keep              the final image of a before/after run
 */
import * as z from 'zod';

export const keepRequest = z.object({ keep: z.boolean() });

export const keepResponse = z.object({ kept: z.boolean() });
export type KeepResponse = z.infer<typeof keepResponse>;

/** A field in each response that contains a result. */
export const keptMark = z.literal(true).optional();
