/** The port for vendors that edit product photos. Vendor-specific terms stay in the vendor's file. */
import type { PhotoEditSetting, PhotoEditSettings } from '#shared/photo-edit/settings.ts';
import type { Picture } from './image-port.ts';

export type PhotoEditOrder = {
  photo: Picture;
  settings: PhotoEditSettings;
  /** An example of the background, for the background mode 'image-guided'. */
  guidance?: Picture;
};

export type EditedPhoto = Picture & {
  /** Settings that had no effect on this picture. Either they cannot have an effect, or the vendor reports that it ignored them. */
  ignoredSettings: PhotoEditSetting[];
  /** Seed of the generated background. The same seed generates the same background again. */
  seed?: number;
};

export type PhotoEditVendor = {
  /**
   * Edits one photo with one paid request. A failed request is not retried.
   * @throws AppError of class 'vendor-busy' if a retry may help.
   * @throws AppError VendorRefused, VendorRejectedInput, VendorMalformedAnswer or VendorMisconfigured.
   * @throws AppError BadRequest before the request if the guiding picture is missing.
   */
  edit(order: PhotoEditOrder): Promise<EditedPhoto>;
};
