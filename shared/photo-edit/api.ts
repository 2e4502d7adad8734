/**
 * POST /api/photoroom/remove-background and /api/photoroom/image-editing, and the status of their job (docs/spec.md 17.10). The two calls
 * respond with a job instead of the picture (docs/spec.md 9.3), because an edit can take 90 s and its result can be too large for a
 * response.
 */
import * as z from 'zod';
import { keptMark } from '../batch/keep.ts';
import type { ErrorCode } from '../errors.ts';
import { probeSchema } from '../marketplaces/probe-schema.ts';
import type { apiModes } from './prices.ts';
import { exportFormats, type PhotoEditSetting, type PhotoEditSettings, photoEditSettings } from './settings.ts';

type ApiMode = (typeof apiModes)[number];

/** A key has about 100 characters, and a signed address has about 500. */
const referenceCharactersMax = 4096;
const pictureReference = z.string().min(1).max(referenceCharactersMax).optional();

export type PhotoEditRequest = {
  /** Id of the job. The caller can create it. If the caller repeats a call with this id, the edit is ordered only once. */
  operationId?: string | undefined;
  imageKey?: string | undefined;
  guidanceKey?: string | undefined;
  settings: PhotoEditSettings;
};

/** Fields of both calls, without the files: keys and settings. The call refuses unknown fields. */
export const photoEditRequest = (apiMode: ApiMode) =>
  photoEditSettings
    .safeExtend({
      apiMode: z.literal(apiMode, { error: `This call is for ${apiMode}` }).default(apiMode),
      operationId: z.uuid().optional(),
      imageKey: pictureReference,
      guidanceKey: pictureReference,
    })
    .transform(
      ({ operationId, imageKey, guidanceKey, ...settings }): PhotoEditRequest => ({ operationId, imageKey, guidanceKey, settings }),
    );

const numberSettings: readonly string[] = [
  'backgroundSeed',
  'backgroundGuidanceScale',
  'beautifySeed',
  'expandSeed',
] satisfies PhotoEditSetting[];
const booleanSettings: readonly string[] = ['addShadows', 'removeText', 'aiLighting', 'aiExpand'] satisfies PhotoEditSetting[];

/**
 * Converts the texts of a form to numbers and booleans. A text that cannot be converted stays a text, and the schema then refuses it. Empty
 * fields are ignored, because a form sends all of its fields.
 */
export const fieldsOfForm = (texts: Iterable<[string, string]>): Record<string, unknown> =>
  Object.fromEntries([...texts].filter(([, text]) => text !== '').map(([name, text]) => [name, fieldOf(name, text)]));

function fieldOf(name: string, text: string): unknown {
  if (numberSettings.includes(name) && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (booleanSettings.includes(name) && ['true', 'false'].includes(text)) return text === 'true';
  return text;
}

const dollars = z.number();

/** Response with status 202. */
export const photoEditAccepted = z.object({ jobId: z.uuid(), status: z.literal('queued'), cost: dollars });
export type PhotoEditAccepted = z.infer<typeof photoEditAccepted>;

const commonFields = { jobId: z.uuid(), cost: dollars, photoUrl: z.string() };
const settingNames = Object.keys(photoEditSettings.shape) as [PhotoEditSetting, ...PhotoEditSetting[]];

/** GET /api/photoroom/{jobId}. */
export const photoEditJob = z.discriminatedUnion('status', [
  z.object({ ...commonFields, status: z.enum(['queued', 'working']), charged: z.literal(0) }),
  z.object({
    ...commonFields,
    status: z.literal('done'),
    charged: dollars,
    /** Valid for one to two hours, like every signed address. */
    imageUrl: z.string(),
    /** URL of the same image with the header Content-Disposition, so that the browser saves the image. */
    downloadUrl: z.string(),
    /** Key of the same image. A later order can use it as its photo. */
    resultKey: z.string(),
    /** Format of the delivered image; it can differ from the ordered format. */
    format: z.enum(exportFormats),
    width: z.int(),
    height: z.int(),
    /** Settings that had no effect on this photo. */
    ignoredSettings: z.array(z.enum(settingNames)),
    /** Seed of the generated background. An edit with the same seed has the same background. */
    seed: z.int().optional(),
    kept: keptMark,
    /** The properties of the image for the rules of marketplaces. */
    probe: probeSchema.optional(),
  }),
  z.object({
    ...commonFields,
    status: z.literal('failed'),
    charged: z.literal(0),
    error: z.object({ code: z.string() as z.ZodType<ErrorCode>, message: z.string() }),
  }),
]);
export type PhotoEditJob = z.infer<typeof photoEditJob>;
