/** What is kept of a batch and of its items, and the names of their rows: one row `meta`, one row an item, under one key. */
import type { BatchKind, BatchStatus, ItemStatus, WorkKind } from '#shared/batch/batch.ts';
import type { ImageModelId, Resolution, VideoModelId, VideoVendorName } from '#shared/catalogue.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Cents } from '#shared/money.ts';
import type { PhotoEditSetting, PhotoEditSettings } from '#shared/photo-edit/settings.ts';
import type { PhotoNote } from '#shared/upload/image-file.ts';
import type { Mils } from '#shared/vendor-prices.ts';
import type { Size } from '#shared/video/ratio.ts';
import type { FramePlan } from '#shared/video/strategy.ts';
import { requiredEnv } from '../platform/config.ts';

/**
 * What the vendor said of a generation: where its result is, or why there is none. A report names its `vendor`, for it may be of an
 * earlier order, which another one took than the item's last.
 */
export type Outcome = { status: 'ready'; url: string; vendor?: VideoVendorName } | { status: 'failed'; code: ErrorCode };

/** A file that was stored and measured. */
type StoredFile = {
  key: string;
  /** A small picture of it: a video's poster, an image's thumbnail. */
  posterKey: string;
  width: number;
  height: number;
  sizeBytes: number;
};
export type StoredVideo = StoredFile & { seconds: number; codec: string };
export type StoredImage = StoredFile;

/** An edited photo in the format that was ordered, or that the vendor gave in its place. */
export type StoredEdit = Omit<StoredFile, 'posterKey'> & {
  contentType: string;
  ignoredSettings: PhotoEditSetting[];
  /** With which the background was made. */
  seed?: number;
};

/** What every item has, whatever is made of it. */
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
  /** Orders placed for this item, refused ones included. */
  attempts?: number;
  /** The seller cancelled it: from then on no report is recorded, and no step goes on. */
  cancelRequestedAt?: string;
  /** What its vendors may bill for it so far, and the day and the person that it counts for (vendor-work.ts). */
  vendorMils?: Mils;
  vendorPerson?: string;
  vendorDay?: string;
};

/** What a page orders in batches: a photo, and words for what is to be made of it. */
type CardItem = CommonItem & {
  title: string;
  prompt: string;
  aspectRatio: string;
  photoKey?: string;
  /** Of the upload in pixels, upright; the photo at `photoKey` may be smaller. */
  photoSize?: Size;
  notes?: PhotoNote[];
  /** How often the item of an earlier batch, of which this one is a retry, was tried. */
  retryCount?: number;
};

export type VideoItem = CardItem & {
  /** Rows from before there were images say nothing. */
  kind?: 'video';
  durationSeconds: number;
  resolution: Resolution;
  generateAudio: boolean;
  model: VideoModelId;
  /** How the photo becomes the video. Kept, so that each step carries out what was planned even where the rules change meanwhile. */
  plan?: FramePlan;
  /** What the vendor is given: the photo in a frame of the model's own shape. */
  frameKey?: string;
  /** Paid requests to extend the photo. */
  outpaintTries?: number;
  /** Written before the paid call, so that a crash in between can never pay twice. */
  intentAt?: string;
  requestId?: string;
  /** When the vendor was first seen working, as against queueing. */
  workStartedAt?: string;
  /** Who has the order. */
  vendor?: VideoVendorName;
  taskToken?: string;
  outcome?: Outcome;
  /** The video as the model made it, where a part of it is to be cut out. */
  original?: StoredVideo;
  result?: StoredVideo;
  /** The result is the whole original, for it could not be cropped. */
  cropFallback?: true;
};

export type ImageItem = CardItem & {
  kind: 'image';
  model: ImageModelId;
  outputFormat: 'jpeg';
  numImages: 1;
  /** Uploads that show what is wanted: another picture before and after. */
  exampleKeys?: string[];
  result?: StoredImage;
};

export type PhotoEditItem = CommonItem & {
  kind: 'photo-edit';
  settings: PhotoEditSettings;
  /** An upload that shows what the background should look like. */
  guidanceKey?: string;
  result?: StoredEdit;
};

/** One image of a before/after run. What it is an image of stands in pipeline_runs. */
export type PipelineItem = CommonItem & { kind: 'pipeline'; result?: StoredImage };

export type BatchItem = VideoItem | ImageItem;
export type Item = BatchItem | PhotoEditItem | PipelineItem;

export const isVideo = (item: Item): item is VideoItem => item.kind === undefined || item.kind === 'video';

export type Batch = {
  userId: string;
  batchId: string;
  kind: WorkKind;
  status: BatchStatus;
  createdAt: string;
  endedAt?: string;
  requestHash: string;
  totalCents: Cents;
  /** It is the one video or image of a single call (SPEC 7): counted apart from the batches, and not listed among those that run. */
  isOperation?: true;
  /** An item row that is not named here means nothing. `index` is its place where that is not the one in this list. */
  items: { itemId: string; cents: Cents; index?: number }[];
  /** Executions started beside the first, each after one that broke off. */
  resumptions?: number;
  /** The first retry of its failed items: from then on no late video is attached to them. */
  retriedBy?: string;
  /** Late videos attached to its failed items. */
  lateResults?: number;
};

/** A batch that a page ordered as one: the edit of a photo, or a before/after run, is no such thing. */
export type BatchOfPage = Batch & { kind: BatchKind };

/** The names under which an item's and a batch's fields stand in the table. */
export const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
export const toRow = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [snake(name), value]));
export const fromRow = <Fields>(row: Record<string, unknown>): Fields =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value])) as Fields;

export const partition = (userId: string, batchId: string) => `${userId}#${batchId}`;
export const batchKey = (userId: string, batchId: string) => ({
  TableName: requiredEnv('TABLE_BATCHES'),
  Key: { pk: partition(userId, batchId), sk: 'meta' },
});
export const itemKey = (userId: string, batchId: string, index: number) => ({
  TableName: requiredEnv('TABLE_BATCHES'),
  Key: { pk: partition(userId, batchId), sk: `item#${String(index).padStart(3, '0')}` },
});

/** The items of a batch with their places, as its row names them. */
export const itemPositions = ({ items }: Batch): { itemId: string; index: number; cents: Cents }[] =>
  items.map(({ itemId, cents, index }, place) => ({ itemId, cents, index: index ?? place }));
