/** Selects the video vendor. A new order uses the vendor of the stack's setting; an existing order uses the vendor that accepted it. */

import { AppError } from '#shared/errors.ts';
import type { VideoVendorName } from '#shared/vendors.ts';
import { isPubliclyReachable, requiredEnv } from '../platform/config.ts';
import { falVideo } from './fal.ts';
import { geminiVideo } from './gemini-video.ts';
import type { VideoVendor } from './video-port.ts';

const vendors: Record<VideoVendorName, VideoVendor> = { fal: falVideo, gemini: geminiVideo };

/** Returns the vendor of this name; default: VIDEO_PROVIDER. @throws AppError VendorMisconfigured if the name is unknown. */
export function videoVendor(name: string = requiredEnv('VIDEO_PROVIDER')): VideoVendor {
  if (!Object.hasOwn(vendors, name)) throw new AppError('VendorMisconfigured', { details: { videoProvider: name } });
  return vendors[name as VideoVendorName];
}

/** Returns the vendor that has an item's order. An old order has no vendor name; fal accepted it. */
export const vendorOf = ({ vendor = 'fal' }: { vendor?: VideoVendorName }): VideoVendor => videoVendor(vendor);

/** Returns whether this vendor can fetch our photos and send us reports in this environment. */
export const canReachUs = ({ supportsWebhook }: Pick<VideoVendor, 'supportsWebhook'>): boolean => supportsWebhook && isPubliclyReachable();
