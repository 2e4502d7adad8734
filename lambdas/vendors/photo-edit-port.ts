/** What the product needs of a vendor that edits product photos. A vendor's own words stay in its file. */
import type { PhotoEditSetting, PhotoEditSettings } from '#shared/photo-edit/settings.ts';
import type { Picture } from './image-port.ts';

export type PhotoEditOrder = {
  photo: Picture;
  settings: PhotoEditSettings;
  /** For the background mode 'image-guided': what the background should look like. */
  guidance?: Picture;
};

export type EditedPhoto = Picture & {
  /** The settings that have no effect on this picture: those that cannot, and those that the vendor says it ignored. */
  ignoredSettings: PhotoEditSetting[];
  /** With which the vendor made the background; the same one makes it again. */
  seed?: number;
};

export type PhotoEditVendor = {
  /**
   * Edits one photo: exactly one paid request, whatever happens.
   * @throws AppError of class 'vendor-busy' where trying again may help; VendorRefused, VendorRejectedInput, VendorMalformedAnswer or
   * VendorMisconfigured; BadRequest, before anything is sent, where the guidance is missing.
   */
  edit(order: PhotoEditOrder): Promise<EditedPhoto>;
};
