/** A stand-in serves for every vendor whose key is not in `.env`; the Lambdas are told where it stands. */
import { join } from 'node:path';
import type { Cloud } from '../resources/resource-type.ts';
import { startFalStandIn } from './fal/fal-stand-in.ts';
import { startGeminiStandIn } from './gemini/gemini-stand-in.ts';
import type { StandIn } from './kit/server.ts';

export async function startVendors(cloud: Cloud): Promise<Record<string, string>> {
  const directory = (vendor: string) => join(cloud.home, vendor);
  const standIns: Record<string, [key: string, start: () => Promise<StandIn>]> = {
    FAL: ['FAL_KEY', () => startFalStandIn({ directory: directory('fal'), webhookOrigins: [cloud.origin] })],
    GEMINI: ['GEMINI_API_KEY', () => startGeminiStandIn({ directory: directory('gemini') })],
  };
  // A real fal can neither call this machine back nor fetch a photo from it; nobody else ever does.
  const variables: Record<string, string> = cloud.env.FAL_KEY ? { VENDORS_REACH_US: 'false' } : {};
  for (const [name, [key, start]] of Object.entries(standIns)) {
    if (cloud.env[key]) continue;
    const standIn = await start();
    cloud.onStop(() => standIn.stop());
    variables[`STAND_IN_URL_${name}`] = standIn.url;
  }
  return variables;
}
