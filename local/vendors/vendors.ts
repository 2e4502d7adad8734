/** A stand-in serves for every vendor whose key is not in `.env`; the Lambdas are told where it stands. */
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
  /** As in STAND_IN_URL_<NAME>. */
  name: string;
  /** The vendor itself is used where `.env` has this. */
  key: string;
  /** What a seller sees of it. */
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
      // What signs its messages is made here, for the functions read it where a real one would stand.
      env.STRIPE_WEBHOOK_SECRET ||= secrets.generated('stripe-stand-in', { ExcludePunctuation: true });
      const webhook = { url: `${origin}${endpoints.receiveStripeWebhook.path}`, secret: env.STRIPE_WEBHOOK_SECRET };
      return startStripeStandIn({ directory: join(home, 'stripe'), webhook, chance: chanceOf('stripe', chance) });
    },
  },
];

/** The vendors that a stand-in serves for. */
const standInsOf = (env: Record<string, string>): Vendor[] => vendors.filter(({ key }) => !env[key]);

/** What `npm start` says of them. */
export function standInLines(env: Record<string, string>): string[] {
  const standIns = standInsOf(env);
  if (standIns.length === 0) return [];
  return [
    'The demo engine stands in for these; put a key into .env for the real one:',
    ...standIns.map(({ key, does }) => `  ${key.padEnd(18)} ${does}`),
  ];
}

/** Answers what the Lambdas are told. */
export async function startVendors(cloud: Cloud): Promise<Record<string, string>> {
  // A real vendor of videos can neither call this machine back nor fetch a photo from it.
  const variables: Record<string, string> = cloud.env.FAL_KEY ? { VENDORS_REACH_US: 'false' } : {};
  for (const { name, start } of standInsOf(cloud.env)) {
    const standIn = await start(cloud);
    cloud.onStop(() => standIn.stop());
    variables[`STAND_IN_URL_${name}`] = standIn.url;
  }
  // No vendor that is missed without a key: our own storage takes the uploads, unless somebody asks for a host.
  const { CLOUDINARY_CLOUD_NAME: cloudName, CLOUDINARY_UPLOAD_PRESET: uploadPreset = '' } = cloud.env;
  if (cloudName === standInCloudName) {
    const standIn = await startCloudinaryStandIn({ uploadPreset });
    cloud.onStop(() => standIn.stop());
    variables.STAND_IN_URL_CLOUDINARY = standIn.url;
  }
  return variables;
}
