/** The history of past batches. The field names are from docs/spec.md 14.1. */
import * as z from 'zod';
import { batchKinds } from '../batch/batch.ts';
import { keptMark } from '../batch/keep.ts';
import { probeSchema } from '../marketplaces/probe-schema.ts';

/** The name of the list with all kinds of results, in GET /api/history/{kind}. */
export const allKinds = 'all';
export const historyLists = [allKinds, ...batchKinds] as const;
export type HistoryList = (typeof historyLists)[number];
export const historyPageSize = 20;
export const historySearchCharactersMax = 100;
export const historyNameCharactersMax = 80;
/** Maximum numbers of thumbnails and of file names in a row. */
export const historyThumbnailsMax = 4;
export const historyFileNamesMax = 3;

/**
 * `completed`: all items of the run are completed. `failures`: at least one item failed. `cancelled`: at least one item was cancelled.
 * `undelivered`: no item is completed.
 */
export const historyStatuses = ['completed', 'failures', 'cancelled', 'undelivered'] as const;
export type HistoryStatus = (typeof historyStatuses)[number];
/** The tools whose runs are in the same list. `batch` means the batch pages and the page for a single video. */
export const historyTools = ['batch', 'edit', 'pipeline'] as const;
export type HistoryTool = (typeof historyTools)[number];
/** Page size if each row contains its results, up to 100 items. A response with more rows could exceed its limit of 6 MB. */
export const wholeHistoryPageSize = 5;

export const listHistoryQuery = z.object({
  limit: z.coerce.number().int().min(1).max(historyPageSize).default(historyPageSize),
  cursor: z.string().max(2000).optional(),
  /**
   * With `true`, each row contains its results, and a page has at most five rows. With `false`, GET /api/history/{kind}/{batchId} returns
   * the results of one row.
   */
  results: z.literal('true').optional(),
  /**
   * The search finds a run if each of these words is in its name, its file names, its prompt or its batch id. The search ignores the case.
   */
  search: z.string().trim().max(historySearchCharactersMax).optional(),
  tool: z.enum(historyTools).optional(),
  status: z.enum(historyStatuses).optional(),
  /** Only runs with a result that the seller has kept. */
  kept: z.literal('true').optional(),
  /** Only runs that were ordered at this time or later. */
  from: z.iso.datetime().optional(),
});
export type ListHistoryQuery = z.infer<typeof listHistoryQuery>;

const summary = z.object({
  /** `id` and `batch_id` are equal, because a batch has one row. The row of a large order has the id of the order. */
  id: z.string(),
  user_id: z.string(),
  batch_id: z.string(),
  /** Present if the batch was ordered together with other batches. */
  order_id: z.string().optional(),
  /** Set for a large order (GET /api/orders/{orderId}) and for its batches. Lists contain only the row of the order. */
  is_large_order: z.literal(true).optional(),
  /** The kind of the results. The results of photo edits and of before/after runs are also images. */
  result_kind: z.enum(batchKinds),
  /**
   * Set for work of another kind that is listed with the images. Such work is a before/after run (GET /api/pipeline/runs/{batch_id}) or a
   * batch of photo edits (GET /api/batches/{batch_id}).
   */
  kind: z.enum(['pipeline', 'edit']).optional(),
  prompt: z.string(),
  total_images: z.int(),
  completed_images: z.int(),
  failed_images: z.int(),
  status: z.enum(['completed', 'partial', 'failed', 'cancelled']),
  aspect_ratio: z.string(),
  model: z.string(),
  created_at: z.iso.datetime(),
  /** The posters or thumbnails of the first results. */
  thumbnails: z.array(z.string()).max(historyThumbnailsMax).optional(),
  /** The first of `thumbnails`. */
  thumbnail: z.string().optional(),
  /** The name that the seller has written. */
  name: z.string().optional(),
  /** The first file names, without extension. */
  file_names: z.array(z.string()).max(historyFileNamesMax).optional(),
  /** Charged amount in dollars, for the run and for its redos. */
  charged: z.number().optional(),
  /** Number of results of this run that were made again. Their cost is part of `charged`. */
  redone: z.int().optional(),
  /** For a run that made results of an earlier run again: the first run of the chain. Lists do not contain such runs. */
  root_id: z.string().optional(),
  /** Number of kept results. */
  kept: z.int().optional(),
  /** Price of the failed items in dollars. Missing if no item failed, or if the seller has ordered these items again. */
  retry_cost: z.number().optional(),
});
export type HistorySummary = z.infer<typeof summary>;

export const listHistoryResponse = z.object({ items: z.array(summary), nextCursor: z.string().optional() });
export type ListHistoryResponse = z.infer<typeof listHistoryResponse>;

/** Other accepted names of a field (docs/spec.md 14.1). If several names have a value, the first one is used. */
const aliases: Record<string, readonly string[]> = {
  image_title: ['title'],
  video_url: ['videoUrl'],
  image_url: ['imageUrl', 'url'],
};

const withCurrentNames = (row: unknown): unknown => {
  if (typeof row !== 'object' || row === null) return row;
  const fields = row as Record<string, unknown>;
  const renamedFields = Object.entries(aliases).flatMap(([name, otherNames]) => {
    const usedName = [name, ...otherNames].find((one) => fields[one] !== undefined);
    return usedName === undefined ? [] : [[name, fields[usedName]]];
  });
  return { ...fields, ...Object.fromEntries(renamedFields) };
};

const resultFields = z.object({
  id: z.string(),
  image_title: z.string(),
  /** The SKU of the product in a large order. */
  sku: z.string().optional(),
  prompt: z.string(),
  status: z.enum(['completed', 'failed', 'cancelled']),
  /** Videos have `video_url`, images have `image_url`. */
  video_url: z.string().optional(),
  image_url: z.string().optional(),
  /** Key of the image. A later order can use this key as its photo. */
  result_key: z.string().optional(),
  thumbnail: z.string().optional(),
  completed_at: z.iso.datetime().optional(),
  error: z.string().optional(),
  failed_at: z.iso.datetime().optional(),
  kept: keptMark,
  /** The properties of the file for the rules of marketplaces. */
  probe: probeSchema.optional(),
});
const result = z.preprocess(withCurrentNames, resultFields);

/** A row with its results. Such a row has only two states (docs/spec.md 14.1): `completed` and `partial`. */
export const historyResponse = summary.extend({ status: z.enum(['completed', 'partial']), results: z.array(result) });
export type HistoryResponse = z.infer<typeof historyResponse>;

export type ListWholeHistoryResponse = { items: HistoryResponse[]; nextCursor?: string | undefined };

/** PUT /api/history/{kind}/{batchId}/name. An empty name removes the name that the seller has written. */
export const nameHistoryRequest = z.object({
  name: z
    .string()
    .trim()
    .max(historyNameCharactersMax)
    .regex(/^\P{Cc}*$/u),
});

export const nameHistoryResponse = z.object({ name: z.string() });
export type NameHistoryResponse = z.infer<typeof nameHistoryResponse>;
