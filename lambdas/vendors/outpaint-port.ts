/** What the product needs of a vendor that paints a picture on beyond its edges. A vendor's own words stay in its file. */
import type { OutpaintParams } from '#shared/video/strategy.ts';

export type OutpaintOrder = OutpaintParams & {
  /** A JPEG, within every vendor's limits by the plan that it was made for. */
  photo: Buffer;
  prompt: string;
  /** From 0 to 1: how freely the vendor may invent. */
  creativity: number;
  /** How long the caller can wait for the answer; as long as the vendor may need, unless given. */
  patienceMs?: number;
};

export type OutpaintVendor = {
  /**
   * Extends one picture: exactly one paid request, whatever happens. Answers a JPEG or PNG of the photo's size plus what was added.
   * @throws AppError of class 'vendor-busy' where trying again may help; VendorRefused, VendorRejectedInput, VendorMalformedAnswer or VendorMisconfigured.
   */
  extend(order: OutpaintOrder): Promise<Buffer>;
};
