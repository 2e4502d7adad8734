/** The history of past batches (SPEC 3 generation_history; checklist T6, T9, T11). Field names are SPEC's. */
import * as z from 'zod';

export const historyPageSize = 20;
/** Rows with their results, of a hundred items each: more would not fit into the 6 MB that a call can return. */
export const wholeHistoryPageSize = 5;

export const listHistoryQuery = z.object({
  limit: z.coerce.number().int().min(1).max(historyPageSize).default(historyPageSize),
  cursor: z.string().max(2000).optional(),
  /** With `true` each row is whole, as SPEC has it, at most five at a time; without, its results are read by GET /api/history/{kind}/{batchId}. */
  results: z.literal('true').optional(),
});
export type ListHistoryQuery = z.infer<typeof listHistoryQuery>;

const summary = z.object({
  /** SPEC's rows have both; a batch has one row, so that they are the same. */
  id: z.string(),
  user_id: z.string(),
  batch_id: z.string(),
  /** Set of a before/after run, which stands among the images (Q51): GET /api/pipeline/runs/{batch_id} tells more of it. */
  kind: z.literal('pipeline').optional(),
  prompt: z.string(),
  total_images: z.int(),
  completed_images: z.int(),
  failed_images: z.int(),
  status: z.enum(['completed', 'partial', 'failed', 'cancelled']),
  aspect_ratio: z.string(),
  model: z.string(),
  created_at: z.iso.datetime(),
  /** The poster or the thumbnail of the first result. */
  thumbnail: z.string().optional(),
});
export type HistorySummary = z.infer<typeof summary>;

export const listHistoryResponse = z.object({ items: z.array(summary), nextCursor: z.string().optional() });
export type ListHistoryResponse = z.infer<typeof listHistoryResponse>;

/** Other names that rows have borne for the same field; the first one there is read (checklist T10). */
const aliases: Record<string, readonly string[]> = {
  image_title: ['title'],
  video_url: ['videoUrl'],
  image_url: ['imageUrl', 'url'],
};

const named = (row: unknown): unknown => {
  if (typeof row !== 'object' || row === null) return row;
  const fields = row as Record<string, unknown>;
  const found = Object.entries(aliases).flatMap(([name, others]) => {
    const there = [name, ...others].find((one) => fields[one] !== undefined);
    return there === undefined ? [] : [[name, fields[there]]];
  });
  return { ...fields, ...Object.fromEntries(found) };
};

const resultFields = z.object({
  id: z.string(),
  image_title: z.string(),
  prompt: z.string(),
  status: z.enum(['completed', 'failed', 'cancelled']),
  /** A video's or an image's, by the kind of the history (checklist T6, T7). */
  video_url: z.string().optional(),
  image_url: z.string().optional(),
  thumbnail: z.string().optional(),
  completed_at: z.iso.datetime().optional(),
  error: z.string().optional(),
  failed_at: z.iso.datetime().optional(),
});
const result = z.preprocess(named, resultFields);

/** A row as SPEC has it: of its two, what did not complete is partial (Q56). */
export const historyResponse = summary.extend({ status: z.enum(['completed', 'partial']), results: z.array(result) });
export type HistoryResponse = z.infer<typeof historyResponse>;

export type ListWholeHistoryResponse = { items: HistoryResponse[]; nextCursor?: string | undefined };
