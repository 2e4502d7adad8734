/** Faults that the script can inject. A rule matches the text of a call: a video's prompt or an instruction. */
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
  /** The response is this error; nothing is accepted. */
  z.strictObject({
    kind: z.literal('error'),
    status: z.literal(googleStatuses),
    message: z.string().optional(),
    /** Sent as a RetryInfo. */
    retrySeconds: z.int().min(1).max(retrySecondsMax).optional(),
  }),
  /** For a video: accepted, then filtered. For a text: the input is blocked. */
  z.strictObject({ kind: z.literal('refuse') }),

  // Videos
  /** Accepted, but never finished. */
  z.strictObject({ kind: z.literal('unfinished') }),
  /** Finished with an `error` that has this google.rpc.Code number. */
  z.strictObject({
    kind: z.literal('operation-error'),
    code: z.int().min(1).max(16),
    message: z.string().default('The generation failed.'),
  }),
  /** Finished without a video. */
  z.strictObject({ kind: z.literal('no-video') }),
  clipFault,
  /** Everything succeeds, but the download of the video fails. */
  z.strictObject({ kind: z.literal('result-gone') }),
  /** The address of the video redirects, by default into a private network. */
  z.strictObject({ kind: z.literal('result-redirect'), to: z.string().default('http://169.254.169.254/latest/meta-data/') }),

  // Texts and pictures
  /** The text stops in the middle with this reason; a picture is not drawn. */
  z.strictObject({ kind: z.literal('finish'), reason: z.literal(finishReasons) }),
  /** STOP without text or picture. */
  z.strictObject({ kind: z.literal('no-text') }),
  /** A thought part comes before the answer. */
  z.strictObject({ kind: z.literal('thoughts') }),
  /** STOP with a text instead of a picture. */
  z.strictObject({ kind: z.literal('text-instead') }),
  ...wireFaults,
]);
export type Fault = z.infer<typeof faultSchema>;

/** Each of these determines the result of a call, so a rule can have only one of them. */
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
