/**
 * Files for marketplaces, made from delivered results (docs/spec.md 15.1). A call either quotes the changes or starts the work. A file is
 * free and is stored for 30 days. The same file is made only once: its key is the item, the placement, the version of the rules, and the
 * preferences.
 */
import * as z from 'zod';
import { namesOf } from '../marketplaces/fields.ts';
import { defaultPreferences, lengthenWays, refusalReasons, shadowChoices } from '../marketplaces/plan.ts';
import { placementIds } from '../marketplaces/rule-files.ts';
import { cardColour } from './seller-preferences.ts';

/** The call measures each result before it responds. */
export const resultsPerFinishMax = 10;
export const placementsPerFinishMax = 10;
export const filesPerFinishMax = 50;
/** A signed address has about 350 characters, and more with a file name. */
const addressCharactersMax = 4096;
/** Allowed loudness in LUFS. Louder sound would be distorted. Quieter sound would be hard to hear. */
const loudness = { min: -30, max: -9 };

const video = z.strictObject({
  lengthen: z.enum(lengthenWays).default(defaultPreferences.video.lengthen),
  cardColour: cardColour.default(defaultPreferences.video.cardColour),
  mayTrim: z.boolean().default(defaultPreferences.video.mayTrim),
  keepAudio: z.boolean().default(defaultPreferences.video.keepAudio),
  ratio: z
    .string()
    .max(5)
    .regex(/^[1-9]\d?:[1-9]\d?$/)
    .optional(),
  loudness: z.number().min(loudness.min).max(loudness.max).optional(),
});
const image = z.strictObject({
  shadow: z.enum(shadowChoices).default(defaultPreferences.image.shadow),
  mayEnlarge: z.boolean().default(defaultPreferences.image.mayEnlarge),
});
export const finishPreferences = z.strictObject({ video: video.prefault({}), image: image.prefault({}) });

/** POST /api/finish. The client creates `finishId`. For a start, it is the idempotency key of the call, and each user has separate keys. */
export const finishRequest = z.object({
  finishId: z.uuid(),
  /** A `quote` changes nothing and does not count towards a limit. */
  action: z.enum(['quote', 'start']),
  /** Keys or signed addresses of the caller's results, from any batches. */
  results: z.array(z.string().min(1).max(addressCharactersMax)).min(1).max(resultsPerFinishMax),
  placements: z.array(z.enum(placementIds)).min(1).max(placementsPerFinishMax),
  preferences: finishPreferences.prefault({}),
});
export type FinishRequest = z.infer<typeof finishRequest>;

const value = z.union([z.number(), z.string(), z.boolean()]);

/** The rule that a file does not satisfy, with the source of the rule. Undefined if a basic property could not be measured. */
export const refusalResponse = z.object({
  reason: z.enum(refusalReasons),
  field: z.string(),
  value: value.optional(),
  limit: z.record(z.string(), z.unknown()).optional(),
  source: z.string().optional(),
  seenAt: z.string().optional(),
});

export type RefusalResponse = z.infer<typeof refusalResponse>;

const finishFile = z.object({
  batchId: z.string(),
  itemId: z.string(),
  title: z.string(),
  placement: z.string(),
  version: z.string(),
  /**
   * - `planned`: used only in a quote.
   * - `refused`: no file can satisfy the rule.
   * - `failed`: the caller can request the file again.
   */
  status: z.enum(['planned', 'making', 'ready', 'refused', 'failed']),
  /** The names of the steps. The list is empty if the result needs no change. */
  steps: z.array(z.string()),
  changes: z.array(z.object({ field: z.string(), before: value.optional(), after: value.optional() })),
  refusal: refusalResponse.optional(),
  fileName: z.string(),
  sizeBytes: z.number().optional(),
  format: z.enum(['mp4', ...namesOf.format]).optional(),
  /** URL for the download. Present when the file is ready. */
  url: z.string().optional(),
});
export type FinishFileResponse = z.infer<typeof finishFile>;

/** Response of POST /api/finish (200 for a quote, 202 for a start) and of GET /api/finish/{finishId}. */
export const finishResponse = z.object({ finishId: z.string(), files: z.array(finishFile) });
export type FinishResponse = z.infer<typeof finishResponse>;
