/** The port for vendors that edit product photos. Vendor-specific terms stay in the vendor's file. */
import type { PhotoEditSetting, PhotoEditSettings } from '#shared/photo-edit/settings.ts';
import type { Picture } from './image-port.ts';

export type PhotoEditOrder = {
  photo: Picture;
  settings: PhotoEditSettings;
  /** For the background mode 'image-guided': an example of the background. */
  guidance?: Picture;
};

export type EditedPhoto = Picture & {
  /** Settings without effect on this picture: those that cannot have one, and those that the vendor reports as ignored. */
  ignoredSettings: PhotoEditSetting[];
  /** Seed of the generated background; the same seed generates it again. */
  seed?: number;
};

export type PhotoEditVendor = {
  /**
   * Edits one photo with exactly one paid request, even on failure.
   * @throws AppError of class 'vendor-busy' if a retry may help; VendorRefused, VendorRejectedInput, VendorMalformedAnswer or
   * VendorMisconfigured; BadRequest, before anything is sent, if the guidance is missing.
   */
  edit(order: PhotoEditOrder): Promise<EditedPhoto>;
};
