/** The port for vendors that make videos. Vendor-specific terms stay in the vendor's file. */
import type { Resolution, VideoModelId } from '#shared/catalogue.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { VideoVendorName } from '#shared/vendors.ts';

export type VideoOrder = {
  model: VideoModelId;
  prompt: string;
  /** A URL at which the vendor can fetch the photo. If the vendor does not fetch photos, this is the result of `uploadPhoto`. */
  photoUrl: string;
  aspectRatio: string;
  durationSeconds: number;
  resolution: Resolution;
  generateAudio: boolean;
  /** The URL for the vendor's report. Undefined if the vendor cannot reach us. */
  webhookUrl: string | undefined;
};

/** The end of a generation. */
export type VideoEnd = { status: 'ready'; url: string } | { status: 'failed'; code: ErrorCode };
export type VideoProgress = { status: 'queued' } | { status: 'working' } | VideoEnd;

export type VideoVendor = {
  /** Each item stores its vendor, because request ids are unique only within one vendor. */
  name: VideoVendorName;
  /**
   * If true, the vendor fetches photos by URL and reports by webhook. Otherwise, the order contains the photo, and the status is polled.
   */
  supportsWebhook: boolean;
  /**
   * Loads the data that an order needs, mainly the keys. This function runs before the intent is written. So only the paid call follows the
   * intent.
   * @throws AppError VendorMisconfigured
   */
  prepare(): Promise<void>;
  /**
   * Orders one video with one paid request. A failed request is not retried.
   * @throws AppError of class 'vendor-busy' if the vendor certainly did not accept the order.
   * @throws AmbiguousSubmitError if it is unknown whether the vendor accepted the order.
   */
  start(order: VideoOrder): Promise<{ requestId: string }>;
  progress(model: VideoModelId, requestId: string): Promise<VideoProgress>;
  /** Requests the cancellation. The vendor may still finish and bill the video. A failure of the vendor is only logged. */
  cancel(model: VideoModelId, requestId: string): Promise<void>;
  /** Uploads a photo to the vendor, for vendors that cannot reach us. */
  uploadPhoto(photo: Buffer, contentType: string): Promise<string>;
  /**
   * Returns the current URL of a result. It can differ from the stored URL, because a local stand-in may have another address after a
   * restart.
   */
  resultAt(url: URL): URL;
  /** Returns whether a URL belongs to this vendor. */
  owns(url: URL): boolean;
  /** Returns the headers for a download from a URL of the vendor, for example a key. */
  headersFor(url: URL): Promise<Record<string, string>>;
};

/** The error if it is unknown whether the vendor accepted the order. The caller must wait, and must neither repeat nor end the order. */
export class AmbiguousSubmitError extends Error {
  override readonly name = 'SubmitUnclear';
}
