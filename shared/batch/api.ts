/** The batch calls (docs/spec.md 17.6). Amounts are numbers of dollars with two decimals, and times are in ISO 8601. */
import * as z from 'zod';
import { errors } from '../errors.ts';
import { imageItemRequest } from '../image/api.ts';
import { languageTags } from '../languages.ts';
import { probeSchema } from '../marketplaces/probe-schema.ts';
import { orderStatuses } from '../order/rules.ts';
import { editBatchSettings, editItemRequest, editsPerBatchMax, isGuided } from '../photo-edit/batch.ts';
import { exportFormats, type PhotoEditSetting, photoEditSettings } from '../photo-edit/settings.ts';
import { photoNotes } from '../upload/image-file.ts';
import { videoItemRequest } from '../video/api.ts';
import { processingStrategies } from '../video/strategy.ts';
import { batchKinds, batchStatuses, itemStatuses, itemsPerBatchMax, type OrderedKind, orderedKinds, stages } from './batch.ts';
import { itemId } from './item-request.ts';
import { keptMark } from './keep.ts';

export const batchId = z.uuid();

type ItemLimit = { max: number; tooManyError: keyof typeof errors };

const itemsOf = <Item extends z.ZodType<{ itemId: string }>>(
  item: Item,
  { max, tooManyError }: ItemLimit = { max: itemsPerBatchMax, tooManyError: 'BatchTooLarge' },
) =>
  z
    .array(item)
    .min(1, { error: 'EmptyBatch' })
    .max(max, { error: tooManyError })
    .refine((items) => new Set(items.map(({ itemId }) => itemId)).size === items.length, { error: 'DuplicateItem' });

/**
 * Requests one mail to the account's own address after the work has ended (docs/spec.md 5.13). If a call is repeated with other values of
 * these fields, the values of the first call apply.
 */
export const doneMailFields = {
  emailWhenDone: z.boolean().optional(),
  /** Language of the mail. Default: the language of the account's first visit. */
  language: z.enum(languageTags).optional(),
};
export type DoneMailRequest = z.infer<z.ZodObject<typeof doneMailFields>>;

/**
 * The batch whose results this batch makes again, so that pages show both together. It must be a batch of the same user and kind.
 * Otherwise, the order is refused with BatchNotFound.
 */
const parentField = { parentBatchId: batchId.optional() };

/** The client creates `batchId`, which is the idempotency key of the call, per user. */
export const videoBatchRequest = z.object({ batchId, kind: z.literal('video'), items: itemsOf(videoItemRequest) });
export const imageBatchRequest = z.object({ batchId, kind: z.literal('image'), items: itemsOf(imageItemRequest) });

const editBatchRequest = z
  .object({
    batchId,
    kind: z.literal('edit'),
    ...editBatchSettings,
    items: itemsOf(editItemRequest, { max: editsPerBatchMax, tooManyError: 'EditBatchTooLarge' }),
    ...doneMailFields,
  })
  .refine(({ settings, guidanceKey }) => !isGuided(settings) || guidanceKey !== undefined, {
    path: ['guidanceKey'],
    error: 'GuidanceRequired',
  });

export const createBatchRequest = z.discriminatedUnion('kind', [
  videoBatchRequest.extend({ ...parentField, ...doneMailFields }),
  imageBatchRequest.extend({ ...parentField, ...doneMailFields }),
  editBatchRequest,
]);
export type CreateBatchRequest = z.infer<typeof createBatchRequest>;
export type CreateVideoBatchRequest = Extract<CreateBatchRequest, { kind: 'video' }>;
export type CreateImageBatchRequest = Extract<CreateBatchRequest, { kind: 'image' }>;
export type CreateEditBatchRequest = Extract<CreateBatchRequest, { kind: 'edit' }>;
/** The request that a page sends. Settings with their default value can be missing. */
export type CreateEditBatchInput = Extract<z.input<typeof createBatchRequest>, { kind: 'edit' }>;

const dollars = z.number();
/** This amount is higher than the price of any batch. */
const batchDollarsMax = 10_000;
const time = z.iso.datetime();

export const createBatchResponse = z.object({
  batchId,
  /** Set if the batch was ordered together with other batches (order.ts). */
  orderId: z.uuid().optional(),
  status: z.enum(batchStatuses),
  quote: z.object({ items: z.array(z.object({ itemId: z.string(), cost: dollars })), total: dollars }),
});
export type CreateBatchResponse = z.infer<typeof createBatchResponse>;

/**
 * The place among the waiting items of all sellers. `seconds` is the estimated wait. It is absent while the vendor gets no new requests.
 */
const linePlace = z.object({ place: z.int(), seconds: z.number().optional(), isPaused: z.boolean().optional() });
export type LinePlace = z.infer<typeof linePlace>;

/** Fields that items of every kind have in a response. */
const commonItem = z.object({
  itemId: z.string(),
  title: z.string(),
  /** The SKU of the product in a large order. */
  sku: z.string().optional(),
  prompt: z.string(),
  aspectRatio: z.string(),
  model: z.string(),
  status: z.enum(itemStatuses),
  /** Set only while the item is queued. The item with position 1 starts next. */
  queuePosition: z.int().optional(),
  /** Set only while the item waits for a slot at the vendor. */
  line: linePlace.optional(),
  startedAt: time.optional(),
  /** Set only while the item is generating: the number of the current attempt, and the maximum number. */
  attempt: z.object({ number: z.int(), of: z.int() }).optional(),
  /** The seller has cancelled the item, and it has not ended yet. */
  isCancelling: z.boolean().optional(),
  /** Number of earlier attempts, automatic and manual (docs/spec.md 5.5). */
  retryCount: z.int(),
  completedAt: time.optional(),
  /** URL of the result with the header Content-Disposition, so that the browser saves the result under its file name. */
  downloadUrl: z.string().optional(),
  /** URL of the item's photo. */
  photoUrl: z.string().optional(),
  /** Key of this photo, for a new order with the same photo. */
  photoKey: z.string().optional(),
  /** Hints for the seller about how the photo is used. */
  notes: z.array(z.enum(photoNotes)).optional(),
  error: z.object({ code: z.enum(Object.keys(errors) as [keyof typeof errors]), message: z.string() }).optional(),
  /** Price of the item. */
  cost: dollars,
  /** Charged amount: `cost` if the item is completed, otherwise 0. */
  charged: dollars,
  kept: keptMark,
  /** The properties of the result for the rules of marketplaces. Set if there is a result. */
  probe: probeSchema.optional(),
});

const videoItem = commonItem.extend({
  resolution: z.enum(['720p', '1080p']),
  generateAudio: z.boolean(),
  /** Set only while the item is generating. */
  stage: z.enum(stages).optional(),
  videoUrl: z.string().optional(),
  posterUrl: z.string().optional(),
  /**
   * Set after the frame is planned. Both numbers are shares from 0 to 1. `added` is the share of the delivered picture that is not from the
   * photo. `cutAway` is the share of the generated picture that is cropped.
   */
  framing: z.object({ strategy: z.enum(processingStrategies), added: z.number(), cutAway: z.number() }).optional(),
  /** The crop failed, so the video still has the ratio of the model. POST /api/video/crop repeats the crop for free. */
  cropFallback: z.literal(true).optional(),
});
export type VideoBatchItem = z.infer<typeof videoItem>;

const imageItem = commonItem.extend({
  imageUrl: z.string().optional(),
  thumbnailUrl: z.string().optional(),
  /** Key of the delivered image. Every call that accepts the key or the URL of an upload also accepts this key. */
  resultKey: z.string().optional(),
});
export type ImageBatchItem = z.infer<typeof imageItem>;

const settingNames = Object.keys(photoEditSettings.shape) as [PhotoEditSetting, ...PhotoEditSetting[]];
/** `prompt` is the description of the background. `aspectRatio` is the ordered output size. `model` is the mode of the settings. */
const editItem = imageItem.extend({
  /** Format, width and height of the delivered image. The delivered format can differ from the ordered format. */
  format: z.enum(exportFormats).optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  /** Settings that had no effect on this photo. */
  ignoredSettings: z.array(z.enum(settingNames)).optional(),
  /** Seed of the generated background. */
  seed: z.int().optional(),
});
export type EditBatchItem = z.infer<typeof editItem>;

const commonBatch = z.object({
  batchId,
  /** Set if the batch was ordered together with other batches (order.ts). */
  orderId: z.uuid().optional(),
  /** Set for a batch that makes results of an earlier batch again: the earlier batch, and the first batch of the chain. */
  parentBatchId: batchId.optional(),
  rootBatchId: batchId.optional(),
  /** Set for the first batch of a chain: the batches that made its results again, oldest first. */
  redoBatchIds: z.array(batchId).optional(),
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
export const editBatchResponse = commonBatch.extend({
  kind: z.literal('edit'),
  settings: photoEditSettings,
  /** URL and key of the guiding picture: the new background is similar to this picture. */
  guidance: z.object({ url: z.string(), key: z.string() }).optional(),
  items: z.array(editItem),
});
export type EditBatchResponse = z.infer<typeof editBatchResponse>;
/** A batch of any kind. */
export const batchResponse = z.discriminatedUnion('kind', [videoBatchResponse, imageBatchResponse, editBatchResponse]);
export type BatchResponse = z.infer<typeof batchResponse>;
export type BatchItem = BatchResponse['items'][number];
/** A batch with items of one type. */
export type BatchOf<Item extends BatchItem> = z.infer<typeof commonBatch> & { kind: OrderedKind; items: Item[] };

const activeOrder = z.object({
  orderId: z.uuid(),
  kind: z.enum(batchKinds),
  status: z.enum(orderStatuses),
  createdAt: time,
  total: z.int(),
  /** Number of items that have ended: delivered, failed or cancelled. */
  ended: z.int(),
});
export type ActiveOrder = z.infer<typeof activeOrder>;

export const listActiveBatchesResponse = z.object({
  items: z.array(z.object({ batchId, orderId: z.uuid().optional(), kind: z.enum(orderedKinds), createdAt: time, total: z.int() })),
  /** The large orders that have started and not ended. `items` does not contain their batches. */
  orders: z.array(activeOrder).optional(),
});
export type ListActiveBatchesResponse = z.infer<typeof listActiveBatchesResponse>;

/** POST /api/batches/{batchId}/cancel: cancels unfinished items without a charge. Responds with the batch. */
export const cancelBatchRequest = z.object({
  /** If missing, all unfinished items are cancelled. */
  itemIds: z.array(itemId).min(1).max(itemsPerBatchMax).optional(),
});
export type CancelBatchRequest = z.infer<typeof cancelBatchRequest>;

/** POST /api/batches/{batchId}/retry: orders the failed items again as a new batch. The response is the same as for POST /api/batches. */
export const retryBatchRequest = z.object({
  /** Id of the new batch. It is the idempotency key of the call. */
  batchId,
  /** The price that the page shows. If the current price differs, nothing is ordered (PriceMismatch). */
  total: dollars.min(0).max(batchDollarsMax).optional(),
  ...doneMailFields,
});
export type RetryBatchRequest = z.infer<typeof retryBatchRequest>;
