/** A stand-in serves for every vendor whose key is not in `.env`; the Lambdas are told where it stands. */
import { join } from 'node:path';
import type { Cloud } from '../resources/resource-type.ts';
import { startFalStandIn } from './fal/fal-stand-in.ts';

export async function startVendors(cloud: Cloud): Promise<Record<string, string>> {
  // A real vendor can neither call this machine back nor fetch a photo from it.
  if (cloud.env.FAL_KEY) return { VENDORS_REACH_US: 'false' };
  const fal = await startFalStandIn({ directory: join(cloud.home, 'fal'), webhookOrigins: [cloud.origin] });
  cloud.onStop(() => fal.stop());
  return { STAND_IN_URL_FAL: fal.url };
}
