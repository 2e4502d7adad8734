/** What the product needs of a vendor that makes videos. A vendor's own words stay in its file. */
import type { Resolution, VideoModelId, VideoVendorName } from '#shared/catalogue.ts';
import type { ErrorCode } from '#shared/errors.ts';

export type VideoOrder = {
  model: VideoModelId;
  prompt: string;
  /** An address at which the vendor can fetch the photo; for one that fetches nothing, the `data:` address that its `hold` made. */
  photoUrl: string;
  aspectRatio: string;
  durationSeconds: number;
  resolution: Resolution;
  generateAudio: boolean;
  /** Where the vendor may report the end of the work; undefined where nothing outside can reach us. */
  webhookUrl: string | undefined;
};

export type VideoProgress =
  | { status: 'queued' }
  | { status: 'working' }
  | { status: 'ready'; url: string }
  | { status: 'failed'; code: ErrorCode };

export type VideoVendor = {
  /** Request ids are one vendor's own, so that an item remembers whose its order is. */
  name: VideoVendorName;
  /** Whether it fetches photos by their address and reports by webhook; one that does not is handed the photo, and polled. */
  supportsWebhook: boolean;
  /**
   * Reads what an order needs, keys above all, so that nothing but the paid call itself comes after the intent.
   * @throws AppError VendorMisconfigured
   */
  prepare(): Promise<void>;
  /**
   * Orders one video: exactly one paid request, whatever happens.
   * @throws AppError of class 'vendor-busy' when the vendor surely did not take the order; SubmitUnclear when nobody knows.
   */
  start(order: VideoOrder): Promise<{ requestId: string }>;
  progress(model: VideoModelId, requestId: string): Promise<VideoProgress>;
  /** Asks the vendor to stop; it may finish and bill all the same. */
  cancel(model: VideoModelId, requestId: string): Promise<void>;
  /** Puts a photo where the vendor finds it without coming to us. */
  uploadPhoto(photo: Buffer, contentType: string): Promise<string>;
  /** Where a result that was reported at an address lies now: a stand-in comes back from a restart at another one. */
  resultAt(url: URL): URL;
  /** Whether a result's address is one of this vendor's own. */
  owns(url: URL): boolean;
  /** What a download from one of its addresses must bear, a key for one. */
  headersFor(url: URL): Promise<Record<string, string>>;
};

/** The order may have been taken or not: it must neither be repeated nor given up, only waited for. */
export class AmbiguousSubmitError extends Error {
  override readonly name = 'SubmitUnclear';
}
