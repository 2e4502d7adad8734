/** Starts a stand-in for every vendor whose key is not in `.env`, and passes its address to the Lambdas. */
import { join } from 'node:path';
import { endpoints } from '#shared/endpoints.ts';
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

type Vendor = {
  /** The name in STAND_IN_URL_<NAME>. */
  name: string;
  /** If `.env` has this key, the real vendor is used. */
  key: string;
  /** Its purpose, as a seller sees it. */
  does: string;
  start(cloud: Cloud): Promise<StandIn>;
};

const chanceOf = (vendor: string, chance: Chance | undefined): Chance | undefined => chance && ((topic) => chance(`${vendor} ${topic}`));

const vendors: readonly Vendor[] = [
  {
    name: 'FAL',
    key: 'FAL_KEY',
    does: 'makes the videos',
    start: ({ home, origin, chance }) =>
      startFalStandIn({ directory: join(home, 'fal'), webhookOrigins: [origin], chance: chanceOf('fal', chance) }),
  },
  { name: 'STABILITY', key: 'STABILITY_API_KEY', does: 'extends photos', start: () => startStabilityStandIn() },
  {
    name: 'GEMINI',
    key: 'GEMINI_API_KEY',
    does: 'makes images, writes prompts; makes the videos where VIDEO_PROVIDER=gemini',
    start: ({ home }) => startGeminiStandIn({ directory: join(home, 'gemini') }),
  },
  {
    name: 'OPENAI',
    key: 'OPENAI_API_KEY',
    does: 'makes images, judges those of before/after runs; writes prompts where PROMPT_PROVIDER=openai',
    start: () => startOpenaiStandIn(),
  },
  { name: 'PHOTOROOM', key: 'PHOTOROOM_API_KEY', does: 'edits photos', start: () => startPhotoroomStandIn() },
  {
    name: 'STRIPE',
    key: 'STRIPE_SECRET_KEY',
    does: 'takes the payments',
    start: ({ home, origin, env, secrets, chance }) => {
      // The stand-in's signing secret is generated here, because the functions read it from the same variable as the real one.
      env.STRIPE_WEBHOOK_SECRET ||= secrets.generated('stripe-stand-in', { ExcludePunctuation: true });
      const webhook = { url: `${origin}${endpoints.receiveStripeWebhook.path}`, secret: env.STRIPE_WEBHOOK_SECRET };
      return startStripeStandIn({ directory: join(home, 'stripe'), webhook, chance: chanceOf('stripe', chance) });
    },
  },
];

/** The vendors that a stand-in replaces. */
const standInsOf = (env: Record<string, string>): Vendor[] => vendors.filter(({ key }) => !env[key]);

/** Lines that `npm start` prints about the stand-ins. */
export function standInLines(env: Record<string, string>): string[] {
  const standIns = standInsOf(env);
  if (standIns.length === 0) return [];
  return [
    'The demo engine stands in for these; put a key into .env for the real one:',
    ...standIns.map(({ key, does }) => `  ${key.padEnd(18)} ${does}`),
  ];
}

/** Returns the environment variables for the Lambdas. */
export async function startVendors(cloud: Cloud): Promise<Record<string, string>> {
  // A real video vendor can neither call this machine nor fetch a photo from it.
  const variables: Record<string, string> = cloud.env.FAL_KEY ? { VENDORS_REACH_US: 'false' } : {};
  for (const { name, start } of standInsOf(cloud.env)) {
    const standIn = await start(cloud);
    cloud.onStop(() => standIn.stop());
    variables[`STAND_IN_URL_${name}`] = standIn.url;
  }
  // Cloudinary is optional: without it, uploads go to our own storage, so a stand-in starts only on request.
  const { CLOUDINARY_CLOUD_NAME: cloudName, CLOUDINARY_UPLOAD_PRESET: uploadPreset = '' } = cloud.env;
  if (cloudName === standInCloudName) {
    const standIn = await startCloudinaryStandIn({ uploadPreset });
    cloud.onStop(() => standIn.stop());
    variables.STAND_IN_URL_CLOUDINARY = standIn.url;
  }
  return variables;
}
