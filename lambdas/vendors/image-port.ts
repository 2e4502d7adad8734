/** The port for vendors that make a new image from pictures and a prompt. Vendor-specific terms stay in the vendor's file. */
import type { ImageModelId } from '#shared/catalogue.ts';

export type Picture = {
  bytes: Buffer;
  /** image/jpeg, image/png or image/webp. */
  contentType: string;
};

export type ImageOrder = {
  /**
   * First the picture to change; the pipeline adds an example pair, another picture before and after. If there is more than one picture,
   * each should be at most `examplePictureSideMax` long; otherwise the image costs more than its price.
   */
  pictures: readonly [Picture] | readonly [Picture, Picture] | readonly [Picture, Picture, Picture];
  prompt: string;
  /** One of the model's aspect ratios (shared/catalogue.ts). */
  aspectRatio: string;
};

/** The longer side in pixels. Calculated in image-costs.test.ts. */
export const examplePictureSideMax = 1024;

export type ImageVendor = {
  model: ImageModelId;
  /**
   * Makes one image with exactly one paid request, even on failure.
   * @throws AppError of class 'vendor-busy' if a retry may help; VendorRefused, VendorRejectedInput, VendorMalformedAnswer,
   * VendorMisconfigured; RatioUnsupported before anything is sent.
   */
  make(order: ImageOrder): Promise<Picture>;
};
