/** Stored fields and keys of batches and items. A batch has one row `meta` and one row per item, in one partition. */
import type { BatchStatus, ItemStatus, OrderedKind } from '#shared/batch/batch.ts';
import type { ImageModelId, Resolution, VideoModelId } from '#shared/catalogue.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Cents } from '#shared/money.ts';
import type { OrderItemRequest } from '#shared/order/api.ts';
import type { PhotoEditSetting, PhotoEditSettings } from '#shared/photo-edit/settings.ts';
import type { Size } from '#shared/size.ts';
import type { PhotoNote } from '#shared/upload/image-file.ts';
import type { Mils } from '#shared/vendor-prices.ts';
import type { VideoVendorName } from '#shared/vendors.ts';
import type { FramePlan } from '#shared/video/strategy.ts';
import type { WorkKind } from '#shared/work/kinds.ts';
import { requiredEnv } from '../platform/config.ts';

/**
 * The vendor's report: the URL of the result, or the code of the failure. `vendor` is needed because the report can be about an earlier
 * attempt at another vendor.
 */
export type Outcome = { status: 'ready'; url: string; vendor?: VideoVendorName } | { status: 'failed'; code: ErrorCode };

/** A stored file with its measured properties. */
type StoredFile = {
  key: string;
  /** A small picture: the poster of a video or the thumbnail of an image. */
  posterKey: string;
  width: number;
  height: number;
  sizeBytes: number;
  /** Other properties for the rules of marketplaces. Undefined if they could not be measured. */
  measured?: Record<string, string | number | boolean>;
  /** SHA-256 of the file with its content credentials, in hex. Undefined until the file is signed, and for a file without credentials. */
  sha256?: string;
};
export type StoredVideo = StoredFile & { seconds: number; codec: string };
export type StoredImage = StoredFile;

/** An edited photo. The format is usually the ordered format, but the vendor may return another format. */
export type StoredEdit = Omit<StoredFile, 'posterKey'> & {
  contentType: string;
  ignoredSettings: PhotoEditSetting[];
  /** Seed of the generated background. */
  seed?: number;
};

/** Fields of every item, of any kind. */
type CommonItem = {
  userId: string;
  batchId: string;
  itemId: string;
  index: number;
  uploadKey: string;
  cents: Cents;
  status: ItemStatus;
  startedAt?: string;
  endedAt?: string;
  errorCode?: ErrorCode;
  /** Number of attempts (vendor orders) for this item, including rejected attempts. */
  attempts?: number;
  /** The time at which the item was cancelled. After this time, no report is recorded and no step continues. */
  cancelRequestedAt?: string;
  /** True if the item was cancelled before its first paid request, and returns to its large order. */
  isWithdrawn?: true;
  /** True if the seller keeps this result (kept-results.ts). */
  kept?: true;
  /**
   * The amount that vendors may have billed for this item so far. The count of `vendorPerson` on `vendorDay` includes this amount
   * (vendor-work.ts).
   */
  vendorMils?: Mils;
  vendorPerson?: string;
  vendorDay?: string;
};

/** The data with which AI Write writes the prompt of an item of a large order. The title and the SKU are fields of the item. */
export type PromptData = { direction: string; language: string; options: NonNullable<OrderItemRequest['options']> };

/** An item that a page orders in a batch: a photo and a prompt. */
type CardItem = CommonItem & {
  title: string;
  /** The SKU of the product in a large order. */
  sku?: string;
  /** The prompt for the vendor. Until AI Write has written it, this is the filled direction of the seller. */
  prompt: string;
  /** Set if AI Write writes the prompt before the result is made. */
  aiWrite?: PromptData;
  /** True after the written prompt is stored. */
  isPromptWritten?: true;
  /** Number of paid requests to write the prompt. */
  promptAttempts?: number;
  aspectRatio: string;
  photoKey?: string;
  /** Size of the upload in pixels, in its correct orientation. The photo at `photoKey` may be smaller. */
  photoSize?: Size;
  notes?: PhotoNote[];
  /** Number of attempts in earlier batches, if this item retries a failed item. */
  retryCount?: number;
};

export type VideoItem = CardItem & {
  kind: 'video';
  durationSeconds: number;
  resolution: Resolution;
  generateAudio: boolean;
  model: VideoModelId;
  /** The plan from the photo to the video. The plan is stored, so that every step uses the same plan even if the rules change. */
  plan?: FramePlan;
  /** The vendor's input: the photo in a frame with the model's aspect ratio. */
  frameKey?: string;
  /** Number of paid requests to extend the photo. */
  outpaintAttempts?: number;
  /** The time at which the item got its slot at the vendor. The time limit of the vendor starts at this time. */
  admittedAt?: string;
  /** The step writes this time before the paid call. So a crash during the call never causes a second payment. */
  intentAt?: string;
  requestId?: string;
  /** The time at which a poll first reported that the vendor works on the order and no longer queues it. */
  workStartedAt?: string;
  /** The vendor of the latest attempt. */
  vendor?: VideoVendorName;
  taskToken?: string;
  outcome?: Outcome;
  /** The uncropped video from the model. Set only if the video must be cropped. */
  original?: StoredVideo;
  result?: StoredVideo;
  /** The result is the uncropped original, because the crop failed. */
  cropFallback?: true;
};

export type ImageItem = CardItem & {
  kind: 'image';
  model: ImageModelId;
  outputFormat: 'jpeg';
  numImages: 1;
  /** The uploaded example of a change: the same picture before and after the change. */
  exampleKeys?: string[];
  result?: StoredImage;
};

/** One photo of a batch of edits. `photoKey` is the prepared photo. `prompt`, `aspectRatio` and `model` are copies of settings. */
export type EditItem = CardItem & {
  kind: 'edit';
  model: PhotoEditSettings['apiMode'];
  settings: PhotoEditSettings;
  /** An uploaded example of the background. */
  guidanceKey?: string;
  result?: StoredEdit & Pick<StoredFile, 'posterKey'>;
};

export type PhotoEditItem = CommonItem & {
  kind: 'photo-edit';
  settings: PhotoEditSettings;
  /** An uploaded example of the background. */
  guidanceKey?: string;
  result?: StoredEdit;
};

/** One image of a before/after run. The other data of the image is in pipeline_runs. */
export type PipelineItem = CommonItem & { kind: 'pipeline'; result?: StoredImage };

type ForEachKind<Items extends Record<WorkKind, CommonItem>> = Items;
type Items = ForEachKind<{ video: VideoItem; image: ImageItem; edit: EditItem; 'photo-edit': PhotoEditItem; pipeline: PipelineItem }>;
export type ItemOf<Kind extends keyof Items> = Items[Kind];
export type BatchItem = ItemOf<OrderedKind>;
export type Item = Items[keyof Items];

/** Returns the seller's order of an item, with the field names of the account export. */
export function exportedOrder(item: Item): object {
  switch (item.kind) {
    case 'video':
      return { ...cardOf(item), duration: item.durationSeconds, resolution: item.resolution, generate_audio: item.generateAudio };
    case 'image':
      return cardOf(item);
    case 'edit':
      return { title: item.title, settings: item.settings };
    case 'photo-edit':
      return { settings: item.settings };
    // The export of the run contains the order.
    case 'pipeline':
      return {};
  }
}

const cardOf = ({ title, prompt, aiWrite, aspectRatio, model }: VideoItem | ImageItem) => ({
  title,
  prompt,
  ...(aiWrite && { ai_write: aiWrite }),
  aspect_ratio: aspectRatio,
  model,
});

export type Batch = {
  userId: string;
  batchId: string;
  kind: WorkKind;
  status: BatchStatus;
  createdAt: string;
  endedAt?: string;
  requestHash: string;
  totalCents: Cents;
  /** Set if the batch was ordered together with other batches (orders.ts), or is a part of a large order (large-orders.ts). */
  orderId?: string;
  /** The earlier batch whose results this batch makes again. Undefined if the batch is not a redo. */
  parentBatchId?: string;
  /** The first batch of the chain of redos (redos.ts). Undefined if the batch is not a redo. */
  rootBatchId?: string;
  /** Set if the server made this batch from a large order. The account then counts the order, not the batch. */
  isPartOfLargeOrder?: true;
  /** A mail is sent when the batch has ended, or when the last batch of its order has ended (done-mails.ts). */
  emailWhenDone?: true;
  /**
   * Set for the batch of a single call (docs/spec.md 17.7, 17.8). Such a batch has a separate limit and is not in the list of running
   * batches.
   */
  isOperation?: true;
  /**
   * The list of the items. An item row that is not in this list is ignored. `index` is set only if it differs from the position in the
   * list.
   */
  items: { itemId: string; cents: Cents; index?: number }[];
  /** Number of executions after the first one. Each further execution replaced an execution that failed or never started. */
  resumptions?: number;
  /** The first batch that retries the failed items. After the start of this batch, no late video is attached to the failed items. */
  retriedBy?: string;
  /** Number of late videos attached to the failed items. */
  lateResults?: number;
};

/** A batch that a page ordered. Single photo edits and before/after runs are other kinds. */
export type BatchOfPage = Batch & { kind: OrderedKind };

export const partition = (userId: string, batchId: string) => `${userId}#${batchId}`;
export const batchKey = (userId: string, batchId: string) => ({
  TableName: requiredEnv('TABLE_BATCHES'),
  Key: { pk: partition(userId, batchId), sk: 'meta' },
});
/**
 * Key of a small row that is created when the credits of a batch are held. Each settlement checks this row. A check of the batch row
 * would cost more, because DynamoDB bills a check by the size of the row, and the batch row lists up to 100 items.
 */
export const holdMarkKey = (userId: string, batchId: string) => ({
  TableName: requiredEnv('TABLE_BATCHES'),
  Key: { pk: partition(userId, batchId), sk: 'hold' },
});
const itemPrefix = 'item#';

export const redoPrefix = 'redo#';

/** Key of the row of a redo. The row is in the partition of the first batch of the chain. The rows are sorted by time. */
export const redoKey = (userId: string, rootBatchId: string, { batchId, createdAt }: Pick<Batch, 'batchId' | 'createdAt'>) => ({
  pk: partition(userId, rootBatchId),
  sk: `${redoPrefix}${createdAt}#${batchId}`,
});

export const isRedoRow = ({ sk }: Record<string, unknown>): boolean => String(sk).startsWith(redoPrefix);

export const isItemRow = ({ sk }: Record<string, unknown>): boolean => String(sk).startsWith(itemPrefix);

export const itemKey = (userId: string, batchId: string, index: number) => ({
  TableName: requiredEnv('TABLE_BATCHES'),
  Key: { pk: partition(userId, batchId), sk: `${itemPrefix}${String(index).padStart(3, '0')}` },
});

/** Returns the items that the row of a batch lists, with their indexes. */
export const itemPositions = ({ items }: Batch): { itemId: string; index: number; cents: Cents }[] =>
  items.map(({ itemId, cents, index }, position) => ({ itemId, cents, index: index ?? position }));
