/** The port for vendors that extend a picture at its edges. Vendor-specific terms stay in the vendor's file. */
import type { OutpaintParams } from '#shared/video/strategy.ts';

export type OutpaintOrder = OutpaintParams & {
  /** A JPEG within the vendor's limits. The caller must check these limits first, with the frame plan or with `extensionError`. */
  photo: Buffer;
  prompt: string;
  /** A number from 0 to 1. With a higher value, the vendor may invent more content. */
  creativity: number;
  /** Request time-out that the caller needs. The default is the time-out of the vendor's adapter. */
  timeoutMs?: number;
};

export type OutpaintVendor = {
  /**
   * Extends one picture with one paid request. A failed request is not retried.
   * @returns a JPEG or PNG. Its size is the size of the photo plus the added sides.
   * @throws AppError of class 'vendor-busy' if a retry may help; VendorRefused, VendorRejectedInput, VendorMalformedAnswer or
   * VendorMisconfigured.
   */
  extend(order: OutpaintOrder): Promise<Buffer>;
};
