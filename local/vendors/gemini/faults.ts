/** What the script can make Gemini do to the calls whose text (a video's prompt, an instruction) contains a text. */
import * as z from 'zod';
import { clipFault } from '../../demo/clips/clip-fault.ts';
import { createScript } from '../kit/script.ts';
import { wireFaults } from '../kit/wire-faults.ts';
import { googleStatuses } from './google-errors.ts';

const retrySecondsMax = 3_600;

const finishReasons = [
  'SAFETY',
  'RECITATION',
  'MAX_TOKENS',
  'LANGUAGE',
  'OTHER',
  'PROHIBITED_CONTENT',
  'SPII',
  'BLOCKLIST',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
  'IMAGE_OTHER',
  'NO_IMAGE',
  'MALFORMED_RESPONSE',
] as const;

const faultSchema = z.discriminatedUnion('kind', [
  /** The call is answered with this, and nothing is accepted. */
  z.strictObject({
    kind: z.literal('error'),
    status: z.literal(googleStatuses),
    message: z.string().optional(),
    /** In a RetryInfo. */
    retrySeconds: z.int().min(1).max(retrySecondsMax).optional(),
  }),
  /** A video: accepted, then filtered. A text: the input is blocked. */
  z.strictObject({ kind: z.literal('refuse') }),

  // Videos
  /** Accepted and never done. */
  z.strictObject({ kind: z.literal('unfinished') }),
  /** Done with an `error` of this number of google.rpc.Code. */
  z.strictObject({
    kind: z.literal('operation-error'),
    code: z.int().min(1).max(16),
    message: z.string().default('The generation failed.'),
  }),
  /** Done, and nothing in it. */
  z.strictObject({ kind: z.literal('no-video') }),
  clipFault,
  /** All is well until the video is fetched. */
  z.strictObject({ kind: z.literal('result-gone') }),
  /** The video's address redirects, by default into a private network. */
  z.strictObject({ kind: z.literal('result-redirect'), to: z.string().default('http://169.254.169.254/latest/meta-data/') }),

  // Texts and pictures
  /** The text ends for this reason, in its middle; a picture is not drawn. */
  z.strictObject({ kind: z.literal('finish'), reason: z.literal(finishReasons) }),
  /** STOP, and no text; no picture neither. */
  z.strictObject({ kind: z.literal('no-text') }),
  /** What it thought comes before what it says. */
  z.strictObject({ kind: z.literal('thoughts') }),
  /** STOP, and a text where a picture should be. */
  z.strictObject({ kind: z.literal('text-instead') }),
  ...wireFaults,
]);
export type Fault = z.infer<typeof faultSchema>;

/** Each of these decides alone what becomes of the call. */
const decisive: readonly Fault['kind'][] = [
  'error',
  'refuse',
  'unfinished',
  'operation-error',
  'no-video',
  'clip',
  'finish',
  'no-text',
  'text-instead',
];

export const createGeminiScript = () =>
  createScript(faultSchema, (faults) => faults.filter(({ kind }) => decisive.includes(kind)).length > 1);
export type GeminiScript = ReturnType<typeof createGeminiScript>;
