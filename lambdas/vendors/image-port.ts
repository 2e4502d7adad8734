/** What the product needs of a vendor that makes a new image from pictures and a prompt. A vendor's own words stay in its file. */
import type { ImageModelId } from '#shared/catalogue.ts';

export type Picture = {
  bytes: Buffer;
  /** image/jpeg, image/png or image/webp. */
  contentType: string;
};

export type ImageOrder = {
  /**
   * First the picture to be changed; the pipeline adds two more, what another picture was before and after. Where there is more than
   * one, each should be at most `examplePictureSideMax` long, or the image costs more than is charged for it.
   */
  pictures: readonly [Picture] | readonly [Picture, Picture] | readonly [Picture, Picture, Picture];
  prompt: string;
  /** One of the model's own (shared/catalogue.ts). */
  aspectRatio: string;
};

/** The longer side in pixels. The sums stand in image-costs.test.ts. */
export const examplePictureSideMax = 1024;

export type ImageVendor = {
  model: ImageModelId;
  /**
   * Makes one image: exactly one paid request, whatever happens.
   * @throws AppError of class 'vendor-busy' where trying again may help; VendorRefused, VendorRejectedInput, VendorMalformedAnswer,
   * VendorMisconfigured, or RatioUnsupported before anything is sent.
   */
  make(order: ImageOrder): Promise<Picture>;
};
