/** The port for vendors that extend a picture beyond its edges. Vendor-specific terms stay in the vendor's file. */
import type { OutpaintParams } from '#shared/video/strategy.ts';

export type OutpaintOrder = OutpaintParams & {
  /** A JPEG within the vendor's limits. The caller must check them first: by the frame plan or by `extensionError`. */
  photo: Buffer;
  prompt: string;
  /** From 0 to 1: how freely the vendor may invent content. */
  creativity: number;
  /** Request time-out that the caller needs. Default: the time-out of the vendor's adapter. */
  timeoutMs?: number;
};

export type OutpaintVendor = {
  /**
   * Extends one picture with one paid request. It does not retry a failed request.
   * @returns a JPEG or PNG of the photo's size plus the added sides.
   * @throws AppError of class 'vendor-busy' if a retry may help; VendorRefused, VendorRejectedInput, VendorMalformedAnswer or
   * VendorMisconfigured.
   */
  extend(order: OutpaintOrder): Promise<Buffer>;
};
