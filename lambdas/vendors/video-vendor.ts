/**
 * Selects the video vendor. A new order uses the vendor in the setting of the stack. An existing order uses the vendor that accepted the
 * order.
 */

import { AppError } from '#shared/errors.ts';
import type { VideoVendorName } from '#shared/vendors.ts';
import { isPubliclyReachable, requiredEnv } from '../platform/config.ts';
import { falVideo } from './fal.ts';
import { geminiVideo } from './gemini-video.ts';
import type { VideoVendor } from './video-port.ts';

const vendors: Record<VideoVendorName, VideoVendor> = { fal: falVideo, gemini: geminiVideo };

/**
 * Returns the vendor with this name. The default name is VIDEO_PROVIDER.
 * @throws AppError VendorMisconfigured if the name is unknown.
 */
export function videoVendor(name: string = requiredEnv('VIDEO_PROVIDER')): VideoVendor {
  if (!Object.hasOwn(vendors, name)) throw new AppError('VendorMisconfigured', { details: { videoProvider: name } });
  return vendors[name as VideoVendorName];
}

/** Returns the vendor that accepted the order of an item. For an item without an order, returns fal. */
export const vendorOf = ({ vendor = 'fal' }: { vendor?: VideoVendorName }): VideoVendor => videoVendor(vendor);

/** Returns whether this vendor can fetch our photos and send us reports in this environment. */
export const canReachUs = ({ supportsWebhook }: Pick<VideoVendor, 'supportsWebhook'>): boolean => supportsWebhook && isPubliclyReachable();
