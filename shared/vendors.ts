/**
 * The vendors that need a key. The code computes the secret, the environment variables and the local stand-in of a vendor from its row and
 * its name.
 */
type VendorRow = {
  title: string;
  /** The task of the vendor as a short text that starts with a verb. */
  purpose: string;
  /**
   * The fields of the vendor's secret. The same names are used in `.env`. The first field is the key. Never change these fields after the
   * first deployment, because CloudFormation would replace the real keys with placeholders. So a new field needs a new secret.
   */
  keys: readonly [string, ...string[]];
};

export const vendors = {
  fal: { title: 'fal', purpose: 'makes the videos', keys: ['FAL_KEY', 'FAL_ENDPOINT_VEO3', 'FAL_ENDPOINT_VEO3_FAST'] },
  stability: { title: 'Stability', purpose: 'extends photos', keys: ['STABILITY_API_KEY'] },
  gemini: {
    title: 'Gemini',
    purpose: 'makes images, writes prompts; makes the videos if VIDEO_PROVIDER=gemini',
    keys: ['GEMINI_API_KEY', 'GEMINI_TEXT_MODEL', 'GEMINI_IMAGE_MODEL', 'GEMINI_VIDEO_MODEL_VEO3', 'GEMINI_VIDEO_MODEL_VEO3_FAST'],
  },
  openai: {
    title: 'OpenAI',
    purpose: 'makes images, judges the images of before/after runs; writes prompts if PROMPT_PROVIDER=openai',
    keys: ['OPENAI_API_KEY', 'OPENAI_TEXT_MODEL', 'OPENAI_IMAGE_MODEL'],
  },
  photoroom: { title: 'Photoroom', purpose: 'edits photos', keys: ['PHOTOROOM_API_KEY'] },
  stripe: { title: 'Stripe', purpose: 'processes the payments', keys: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] },
} as const satisfies Record<string, VendorRow>;

export type VendorName = keyof typeof vendors;
export type KeyName<Name extends VendorName> = (typeof vendors)[Name]['keys'][number];
/** The image host is optional and has no key: its settings are public. */
export type StandInName = VendorName | 'cloudinary';

export const vendorNames = Object.keys(vendors) as VendorName[];

/** Vendors of videos. The setting VIDEO_PROVIDER selects the vendor of new orders. The default is the first vendor. */
export const videoVendorNames = ['fal', 'gemini'] as const satisfies readonly VendorName[];
export type VideoVendorName = (typeof videoVendorNames)[number];

/** Vendors of prompts. The setting PROMPT_PROVIDER selects the vendor. The default is the first vendor. */
export const promptVendorNames = ['gemini', 'openai'] as const satisfies readonly VendorName[];
export type PromptVendorName = (typeof promptVendorNames)[number];

/** Returns the environment variable with the ARN of a vendor's secret. */
export const secretVariable = (vendor: VendorName): `${string}_SECRET_ARN` => `${vendor.toUpperCase()}_KEYS_SECRET_ARN`;

/** Returns the environment variable that contains the address of a vendor's stand-in in the local cloud. */
export const standInVariable = (vendor: StandInName): string => `STAND_IN_URL_${vendor.toUpperCase()}`;
