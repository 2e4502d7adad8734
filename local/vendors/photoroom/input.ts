/** Allowed form fields. Photoroom uses dotted names, responds with 400 to a wrong value, and ignores unknown names. */
import * as z from 'zod';
import { describe, type Rgb, UnreadablePicture } from '../../demo/pictures/picture.ts';
import type { FormFile } from '../kit/form.ts';

const photoBytesMax = 30 * 1024 * 1024;
const photoTypes = ['image/png', 'image/jpeg', 'image/webp'];
const named: Record<string, Rgb> = {
  white: [255, 255, 255],
  black: [0, 0, 0],
  red: [255, 0, 0],
  green: [0, 128, 0],
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
  grey: [128, 128, 128],
  gray: [128, 128, 128],
};

const switchedOn = z.enum(['true', 'false']).transform((value) => value === 'true');
const seed = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number);
const share = z
  .string()
  .regex(/^\d?\.?\d+$/)
  .transform(Number);

/** Parses `#RRGGBB` if `hash` is set, otherwise `RRGGBB`; both accept a colour name. */
const colour = (hash: boolean) =>
  z.string().transform((value, context): Rgb => {
    const [, hex] = (hash ? /^#([0-9a-f]{6})$/i : /^([0-9a-f]{6})$/i).exec(value) ?? [];
    const found = hex ? ([0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb) : named[value.toLowerCase()];
    if (found) return found;
    context.addIssue({ code: 'custom', message: 'must be a color' });
    return z.NEVER;
  });

export const segmentInput = z.object({
  format: z.enum(['png', 'jpg', 'webp']).default('png'),
  channels: z.enum(['rgba', 'alpha']).default('rgba'),
  bg_color: colour(true).optional(),
  size: z.enum(['preview', 'medium', 'hd', 'full']).default('full'),
  crop: switchedOn.default(false),
  despill: switchedOn.default(false),
});
export type SegmentInput = z.infer<typeof segmentInput>;

export const editInput = z.object({
  removeBackground: switchedOn.default(true),
  referenceBox: z.enum(['subjectBox', 'originalImage']).default('subjectBox'),
  'background.color': colour(false).optional(),
  'background.prompt': z.string().min(1).optional(),
  'background.seed': seed.optional(),
  'background.guidance.scale': share.pipe(z.number().min(0).max(1)).default(0.6),
  'background.expandPrompt.mode': z.enum(['ai.auto', 'ai.never']).optional(),
  'shadow.mode': z.enum(['ai.soft', 'ai.hard', 'ai.floating', 'ai.preset-soft', 'ai.preset-hard', 'ai.auto-with-overrides']).optional(),
  'lighting.mode': z.enum(['ai.auto', 'ai.preserve-hue-and-saturation', 'ai.optimize-portrait']).optional(),
  'textRemoval.mode': z.enum(['ai.artificial', 'ai.natural', 'ai.all']).optional(),
  'expand.mode': z.enum(['ai.auto']).optional(),
  'expand.seed': seed.optional(),
  'upscale.mode': z.enum(['ai.fast', 'ai.slow']).optional(),
  'upscale.downscaleIfNeeded': z.enum(['never', 'always', 'skipUpscaleIfNotNeeded']).default('never'),
  'beautify.mode': z.enum(['ai.auto', 'ai.food', 'ai.car']).optional(),
  'beautify.seed': seed.optional(),
  outputSize: z
    .string()
    .regex(/^(auto|originalImage|croppedSubject|[1-9]\d{0,4}x[1-9]\d{0,4})$/)
    .default('auto'),
  scaling: z.enum(['fit', 'fill']).default('fit'),
  padding: share.pipe(z.number().min(0).max(0.49)).default(0),
  'export.format': z.enum(['png', 'jpeg', 'jpg', 'webp']).default('png'),
});
export type EditInput = z.infer<typeof editInput>;

/** The shadow modes of each shadows model. A mode of the other model is an error. */
const shadowsModels = {
  legacy: ['ai.soft', 'ai.hard', 'ai.floating'],
  '2026-04-15': ['ai.preset-soft', 'ai.preset-hard', 'ai.auto-with-overrides'],
};

/** Returns an error message if fields that are valid alone contradict each other. */
export function contradictionIn(input: EditInput, model: string | undefined, hasGuidance: boolean): string | undefined {
  const shadow = input['shadow.mode'];
  const shadows = model === '2026-04-15' ? shadowsModels['2026-04-15'] : shadowsModels.legacy;
  if (shadow && !shadows.includes(shadow)) return `shadow.mode ${shadow} is not supported by this shadows model`;
  if (!input.removeBackground && input.referenceBox === 'originalImage')
    return 'referenceBox cannot be used when removeBackground is false';
  if (!input.removeBackground && hasGuidance) return 'background.guidance cannot be used when removeBackground is false';
  return undefined;
}

/** Returns the reason why Photoroom would reject the file, or undefined. */
export async function fileFault(file: FormFile | undefined): Promise<'missing' | 'too large' | 'type' | 'unreadable' | undefined> {
  if (!file || file.bytes.length === 0) return 'missing';
  if (file.bytes.length > photoBytesMax) return 'too large';
  if (!photoTypes.includes(file.contentType)) return 'type';
  try {
    const { format } = await describe(file.bytes);
    return ['png', 'jpeg', 'webp'].includes(format) ? undefined : 'unreadable';
  } catch (error) {
    if (error instanceof UnreadablePicture) return 'unreadable';
    throw error;
  }
}
