/**
 * POST /api/photoroom/remove-background and /api/photoroom/image-editing, and how their job stands (SPEC 7; checklist X21). SPEC has
 * them answer the picture itself; here they answer a job whose address gives it (Q28).
 */
import * as z from 'zod';
import type { ErrorCode } from '../errors.ts';
import { type apiModes, exportFormats, type PhotoEditSetting, type PhotoEditSettings, photoEditSettings } from './settings.ts';

type ApiMode = (typeof apiModes)[number];

/** A key is about 100 characters long, a signed address about 500. */
const namedCharactersMax = 4096;
const named = z.string().min(1).max(namedCharactersMax).optional();

export type PhotoEditRequest = {
  /** Made by the caller: with it the call may be repeated, and orders once. It is the job's id. */
  operationId?: string | undefined;
  imageKey?: string | undefined;
  guidanceKey?: string | undefined;
  settings: PhotoEditSettings;
};

/** What either call takes beside files: keys, and SPEC's fields. A field that nobody knows is refused, rather than ignored. */
export const photoEditRequest = (apiMode: ApiMode) =>
  photoEditSettings
    .safeExtend({
      apiMode: z.literal(apiMode, { error: `This call is for ${apiMode}` }).default(apiMode),
      operationId: z.uuid().optional(),
      imageKey: named,
      guidanceKey: named,
    })
    .transform(
      ({ operationId, imageKey, guidanceKey, ...settings }): PhotoEditRequest => ({ operationId, imageKey, guidanceKey, settings }),
    );

const numbers: readonly string[] = ['backgroundSeed', 'backgroundGuidanceScale', 'beautifySeed', 'expandSeed'] satisfies PhotoEditSetting[];
const switches: readonly string[] = ['addShadows', 'removeText', 'aiLighting', 'aiExpand'] satisfies PhotoEditSetting[];

/**
 * The fields of a form are texts; what is no number or switch stays one, for the schema to refuse. A field that was left empty is
 * ignored: forms send all of their fields.
 */
export const fieldsOfForm = (texts: Iterable<[string, string]>): Record<string, unknown> =>
  Object.fromEntries([...texts].filter(([, text]) => text !== '').map(([name, text]) => [name, fieldOf(name, text)]));

function fieldOf(name: string, text: string): unknown {
  if (numbers.includes(name) && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (switches.includes(name) && ['true', 'false'].includes(text)) return text === 'true';
  return text;
}

const dollars = z.number();

/** 202. */
export const photoEditAccepted = z.object({ jobId: z.uuid(), status: z.literal('queued'), cost: dollars });
export type PhotoEditAccepted = z.infer<typeof photoEditAccepted>;

const common = { jobId: z.uuid(), cost: dollars, photoUrl: z.string() };
const settingNames = Object.keys(photoEditSettings.shape) as [PhotoEditSetting, ...PhotoEditSetting[]];

/** GET /api/photoroom/{jobId}. */
export const photoEditJob = z.discriminatedUnion('status', [
  z.object({ ...common, status: z.enum(['queued', 'working']), charged: z.literal(0) }),
  z.object({
    ...common,
    status: z.literal('done'),
    charged: dollars,
    /** Good for 45 to 60 minutes, as all signed addresses. */
    imageUrl: z.string(),
    /** Answers the same with a Content-Disposition that saves it. */
    downloadUrl: z.string(),
    /** What it truly is, which may be another format than was asked for. */
    format: z.enum(exportFormats),
    width: z.int(),
    height: z.int(),
    /** What had no effect on this picture, by our names. */
    ignoredSettings: z.array(z.enum(settingNames)),
    /** With which the background was made; the same one makes it again. */
    seed: z.int().optional(),
  }),
  z.object({
    ...common,
    status: z.literal('failed'),
    charged: z.literal(0),
    error: z.object({ code: z.string() as z.ZodType<ErrorCode>, message: z.string() }),
  }),
]);
export type PhotoEditJob = z.infer<typeof photoEditJob>;
