/** The port for vendors that make a new image from pictures and a prompt. Vendor-specific terms stay in the vendor's file. */
import type { ImageModelId } from '#shared/catalogue.ts';

export type Picture = {
  bytes: Buffer;
  /** image/jpeg, image/png or image/webp. */
  contentType: string;
};

export type ImageOrder = {
  /**
   * The first picture is the picture to change. If there are two more pictures, they are an example: another picture before and after a
   * change. With more than one picture, the longer side of each picture should be at most `examplePictureSideMax`. Otherwise, the vendor
   * may bill more than the price of the image.
   */
  pictures: readonly [Picture] | readonly [Picture, Picture] | readonly [Picture, Picture, Picture];
  prompt: string;
  /** One of the model's aspect ratios (shared/catalogue.ts). */
  aspectRatio: string;
};

/** Maximum length of the longer side in pixels. image-costs.test.ts calculates the costs. */
export const examplePictureSideMax = 1024;

export type ImageVendor = {
  model: ImageModelId;
  /**
   * Makes one image with one paid request. A failed request is not retried.
   * @throws AppError of class 'vendor-busy' if a retry may help; VendorRefused, VendorRejectedInput, VendorMalformedAnswer,
   * VendorMisconfigured; RatioUnsupported before a request is sent.
   */
  make(order: ImageOrder): Promise<Picture>;
};
