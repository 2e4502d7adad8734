/** Which vendor makes the videos: the stack's setting for new orders, and for an order that stands the one that took it. */
import type { VideoVendorName } from '#shared/catalogue.ts';
import { AppError } from '#shared/errors.ts';
import { isPubliclyReachable, requiredEnv } from '../platform/config.ts';
import { falVideo } from './fal.ts';
import { geminiVideo } from './gemini-video.ts';
import type { VideoVendor } from './video-port.ts';

const vendors: Record<VideoVendorName, VideoVendor> = { fal: falVideo, gemini: geminiVideo };

/**
 * The vendor of this name; without one, the one that VIDEO_PROVIDER chooses.
 * @throws AppError VendorMisconfigured where the name is nobody's.
 */
export function videoVendor(name: string = requiredEnv('VIDEO_PROVIDER')): VideoVendor {
  if (!Object.hasOwn(vendors, name)) throw new AppError('VendorMisconfigured', { details: { videoProvider: name } });
  return vendors[name as VideoVendorName];
}

/** The vendor that has an item's order. Orders from before there was a choice name none: fal took them. */
export const vendorOf = ({ vendor = 'fal' }: { vendor?: VideoVendorName }): VideoVendor => videoVendor(vendor);

/** Whether this vendor can fetch our photos and report to us where we run. */
export const canReachUs = ({ supportsWebhook }: Pick<VideoVendor, 'supportsWebhook'>): boolean => supportsWebhook && isPubliclyReachable();
