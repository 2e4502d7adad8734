/** The port for vendors that extend a picture beyond its edges. Vendor-specific terms stay in the vendor's file. */
import type { OutpaintParams } from '#shared/video/strategy.ts';

export type OutpaintOrder = OutpaintParams & {
  /** A JPEG. Its plan keeps it within every vendor's limits. */
  photo: Buffer;
  prompt: string;
  /** From 0 to 1: how freely the vendor may invent content. */
  creativity: number;
  /** How long the caller can wait; default: the vendor's own limit. */
  patienceMs?: number;
};

export type OutpaintVendor = {
  /**
   * Extends one picture with exactly one paid request, even on failure.
   * @returns a JPEG or PNG of the photo's size plus the added sides.
   * @throws AppError of class 'vendor-busy' if a retry may help; VendorRefused, VendorRejectedInput, VendorMalformedAnswer or
   * VendorMisconfigured.
   */
  extend(order: OutpaintOrder): Promise<Buffer>;
};
