/** The calls about batches (DESIGN 6, core calls). Dollars on the wire are numbers with two decimals; times are ISO 8601. */
import * as z from 'zod';
import { errors } from '../errors.ts';
import { imageItemRequest } from '../image/api.ts';
import { photoNotes } from '../upload/image-file.ts';
import { videoItemRequest } from '../video/api.ts';
import { processingStrategies } from '../video/strategy.ts';
import { type BatchKind, batchKinds, batchStatuses, itemStatuses, itemsPerBatchMax, stages } from './batch.ts';
import { itemId } from './item-request.ts';

export const batchId = z.uuid();

const itemsOf = <Item extends z.ZodType<{ itemId: string }>>(item: Item) =>
  z
    .array(item)
    .min(1, { error: 'EmptyBatch' })
    .max(itemsPerBatchMax, { error: 'BatchTooLarge' })
    .refine((items) => new Set(items.map(({ itemId }) => itemId)).size === items.length, { error: 'DuplicateItem' });

/** `batchId` is made by the client: the idempotency key of the whole call, scoped by user. */
export const createBatchRequest = z.discriminatedUnion('kind', [
  z.object({ batchId, kind: z.literal('video'), items: itemsOf(videoItemRequest) }),
  z.object({ batchId, kind: z.literal('image'), items: itemsOf(imageItemRequest) }),
]);
export type CreateBatchRequest = z.infer<typeof createBatchRequest>;
export type CreateVideoBatchRequest = Extract<CreateBatchRequest, { kind: 'video' }>;
export type CreateImageBatchRequest = Extract<CreateBatchRequest, { kind: 'image' }>;

const dollars = z.number();
const time = z.iso.datetime();

export const createBatchResponse = z.object({
  batchId,
  status: z.enum(batchStatuses),
  quote: z.object({ items: z.array(z.object({ itemId: z.string(), cost: dollars })), total: dollars }),
});
export type CreateBatchResponse = z.infer<typeof createBatchResponse>;

/** What the items of every kind answer. */
const commonItem = z.object({
  itemId: z.string(),
  title: z.string(),
  prompt: z.string(),
  aspectRatio: z.string(),
  model: z.string(),
  status: z.enum(itemStatuses),
  /** While queued: 1 is the next to start. */
  queuePosition: z.int().optional(),
  startedAt: time.optional(),
  /** While generating: which try at the vendor this is, of how many. */
  attempt: z.object({ number: z.int(), of: z.int() }).optional(),
  /** The seller has cancelled the item, and it has not ended yet. */
  isCancelling: z.boolean().optional(),
  /** How often this item was tried before, by hand or by the machine (Q41). */
  retryCount: z.int(),
  completedAt: time.optional(),
  /** Answers the result's file with a Content-Disposition that saves it under SPEC's name. */
  downloadUrl: z.string().optional(),
  /** The photo the item was made from. */
  photoUrl: z.string().optional(),
  /** What the seller should know of what was made of the photo. */
  notes: z.array(z.enum(photoNotes)).optional(),
  error: z.object({ code: z.enum(Object.keys(errors) as [keyof typeof errors]), message: z.string() }).optional(),
  /** What the item would cost. */
  cost: dollars,
  /** What was taken for it: its cost when completed, otherwise 0. */
  charged: dollars,
});

const videoItem = commonItem.extend({
  resolution: z.enum(['720p', '1080p']),
  generateAudio: z.boolean(),
  /** While generating. */
  stage: z.enum(stages).optional(),
  videoUrl: z.string().optional(),
  posterUrl: z.string().optional(),
  /** How the photo becomes the frame, once that is planned. Shares are from 0 to 1: of the picture delivered, and of the one generated. */
  framing: z.object({ strategy: z.enum(processingStrategies), added: z.number(), cutAway: z.number() }).optional(),
  /** The video is as the model made it, for it could not be cropped; POST /api/video/crop tries again, for nothing. */
  cropFallback: z.literal(true).optional(),
});
export type VideoBatchItem = z.infer<typeof videoItem>;

const imageItem = commonItem.extend({ imageUrl: z.string().optional(), thumbnailUrl: z.string().optional() });
export type ImageBatchItem = z.infer<typeof imageItem>;

const commonBatch = z.object({
  batchId,
  status: z.enum(batchStatuses),
  createdAt: time,
  counters: z.object({
    total: z.int(),
    completed: z.int(),
    processing: z.int(),
    queued: z.int(),
    failed: z.int(),
    cancelled: z.int(),
  }),
});

export const videoBatchResponse = commonBatch.extend({ kind: z.literal('video'), items: z.array(videoItem) });
export type VideoBatchResponse = z.infer<typeof videoBatchResponse>;
export const imageBatchResponse = commonBatch.extend({ kind: z.literal('image'), items: z.array(imageItem) });
export type ImageBatchResponse = z.infer<typeof imageBatchResponse>;
/** A batch of either kind. */
export const batchResponse = z.discriminatedUnion('kind', [videoBatchResponse, imageBatchResponse]);
export type BatchResponse = z.infer<typeof batchResponse>;
export type BatchItem = BatchResponse['items'][number];
/** A batch of some kind of items. */
export type BatchOf<Item extends BatchItem> = z.infer<typeof commonBatch> & { kind: BatchKind; items: Item[] };

export const listActiveBatchesResponse = z.object({
  items: z.array(z.object({ batchId, kind: z.enum(batchKinds), createdAt: time, total: z.int() })),
});
export type ListActiveBatchesResponse = z.infer<typeof listActiveBatchesResponse>;

/** POST /api/batches/{batchId}/cancel: ends what has not ended, without a charge; answers the batch as it then is. */
export const cancelBatchRequest = z.object({
  /** All that has not ended, unless named. */
  itemIds: z.array(itemId).min(1).max(itemsPerBatchMax).optional(),
});
export type CancelBatchRequest = z.infer<typeof cancelBatchRequest>;

/** POST /api/batches/{batchId}/retry: a new batch of the failed items; answers as POST /api/batches does. */
export const retryBatchRequest = z.object({
  /** The new batch's id: the idempotency key of the call. */
  batchId,
});
export type RetryBatchRequest = z.infer<typeof retryBatchRequest>;
