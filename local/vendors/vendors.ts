/**
 * Starts a stand-in (a fake server) for every vendor whose key is not in `.env`. The Lambdas read the URL of the stand-in from an
 * environment variable.
 */
import { join } from 'node:path';
import { endpoints } from '#shared/endpoints.ts';
import { standInVariable, type VendorName, vendorNames, vendors } from '#shared/vendors.ts';
import type { Chance } from '../chance.ts';
import type { Cloud } from '../template/resource-type.ts';
import { standInCloudName, startCloudinaryStandIn } from './cloudinary/cloudinary-stand-in.ts';
import { startFalStandIn } from './fal/fal-stand-in.ts';
import { startGeminiStandIn } from './gemini/gemini-stand-in.ts';
import type { StandIn } from './kit/server.ts';
import { startOpenaiStandIn } from './openai/openai-stand-in.ts';
import { startPhotoroomStandIn } from './photoroom/photoroom-stand-in.ts';
import { startStabilityStandIn } from './stability/stability-stand-in.ts';
import { startStripeStandIn } from './stripe/stripe-stand-in.ts';

const chanceForVendor = (vendor: string, chance: Chance | undefined): Chance | undefined =>
  chance && ((topic) => chance(`${vendor} ${topic}`));

const standIns: Record<VendorName, (cloud: Cloud) => Promise<StandIn>> = {
  fal: ({ home, origin, chance }) =>
    startFalStandIn({ directory: join(home, 'fal'), webhookOrigins: [origin], chance: chanceForVendor('fal', chance) }),
  stability: () => startStabilityStandIn(),
  gemini: ({ home }) => startGeminiStandIn({ directory: join(home, 'gemini') }),
  openai: () => startOpenaiStandIn(),
  photoroom: () => startPhotoroomStandIn(),
  stripe: ({ home, origin, env, secrets, chance }) => {
    // The functions read the signing secret of the stand-in from the same variable as the real secret.
    env.STRIPE_WEBHOOK_SECRET ||= secrets.getOrGenerate('stripe-stand-in', { ExcludePunctuation: true });
    const webhook = { url: `${origin}${endpoints.receiveStripeWebhook.path}`, secret: env.STRIPE_WEBHOOK_SECRET };
    return startStripeStandIn({ directory: join(home, 'stripe'), webhook, chance: chanceForVendor('stripe', chance) });
  },
};

/** Returns the vendors whose key is not in `.env`. A stand-in replaces each of these vendors. */
const findReplacedVendors = (env: Record<string, string>): VendorName[] => vendorNames.filter((name) => !env[vendors[name].keys[0]]);

/** Returns the lines that `npm start` prints about the stand-ins. */
export function describeStandIns(env: Record<string, string>): string[] {
  const replacedVendors = findReplacedVendors(env).map((name) => vendors[name]);
  if (replacedVendors.length === 0) return [];
  return [
    'Stand-ins replace these vendors. To use a real vendor, enter its key in .env:',
    ...replacedVendors.map(({ keys, purpose }) => `  ${keys[0].padEnd(18)} ${purpose}`),
  ];
}

/** Returns the environment variables for the Lambdas. */
export async function startVendors(cloud: Cloud): Promise<Record<string, string>> {
  // If the real fal is used, the functions must know that fal cannot call this machine and cannot fetch a photo from it.
  const variables: Record<string, string> = cloud.env.FAL_KEY ? { VENDORS_REACH_US: 'false' } : {};
  for (const name of findReplacedVendors(cloud.env)) {
    const standIn = await standIns[name](cloud);
    cloud.onStop(() => standIn.stop());
    variables[standInVariable(name)] = standIn.url;
  }
  // Without Cloudinary, uploads are stored in the media bucket. So the stand-in of Cloudinary starts only if its cloud name is configured.
  const { CLOUDINARY_CLOUD_NAME: cloudName, CLOUDINARY_UPLOAD_PRESET: uploadPreset = '' } = cloud.env;
  if (cloudName === standInCloudName) {
    const standIn = await startCloudinaryStandIn({ uploadPreset });
    cloud.onStop(() => standIn.stop());
    variables[standInVariable('cloudinary')] = standIn.url;
  }
  return variables;
}
