/**
 * The form fields and values that the product uses. Any other value causes an error. As in Photoroom itself, v2/edit ignores a field with
 * an unknown name.
 */
import * as z from 'zod';
import { type Rgb, readMetadata, UnreadablePicture } from '../../demo/pictures/picture.ts';
import type { FormFile } from '../kit/form.ts';

const photoBytesMax = 30 * 1024 * 1024;
const photoTypes = ['image/png', 'image/jpeg', 'image/webp'];
const shadowsVersion = '2026-04-15';

const seed = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number);
const share = z
  .string()
  .regex(/^\d?\.?\d+$/)
  .transform(Number)
  .pipe(z.number().min(0).max(1));
const colour = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern, 'must be a color')
    .transform((text): Rgb => {
      const value = Number.parseInt(text.replace('#', ''), 16);
      return [value >> 16, (value >> 8) & 0xff, value & 0xff];
    });

export const segmentInput = z.strictObject({
  format: z.enum(['png', 'jpg', 'webp']).default('png'),
  bg_color: colour(/^#[0-9a-f]{6}$/i).optional(),
});

export const editInput = z.object({
  removeBackground: z
    .enum(['true', 'false'])
    .default('true')
    .transform((value) => value === 'true'),
  referenceBox: z.enum(['subjectBox', 'originalImage']).default('subjectBox'),
  'background.color': colour(/^[0-9a-f]{6}$/i).optional(),
  'background.prompt': z.string().min(1).optional(),
  'background.seed': seed.optional(),
  'background.guidance.scale': share.default(0.6),
  'shadow.mode': z.enum(['ai.preset-soft', 'ai.preset-hard']).optional(),
  'lighting.mode': z.literal('ai.auto').optional(),
  'textRemoval.mode': z.literal('ai.artificial').optional(),
  'expand.mode': z.literal('ai.auto').optional(),
  'expand.seed': seed.optional(),
  'upscale.mode': z.enum(['ai.fast', 'ai.slow']).optional(),
  'upscale.downscaleIfNeeded': z.literal('skipUpscaleIfNotNeeded').optional(),
  'beautify.mode': z.enum(['ai.auto', 'ai.food']).optional(),
  'beautify.seed': seed.optional(),
  outputSize: z
    .string()
    .regex(/^(auto|originalImage|croppedSubject|[1-9]\d{0,4}x[1-9]\d{0,4})$/)
    .default('auto'),
  scaling: z.literal('fit').default('fit'),
  'export.format': z.enum(['png', 'jpeg', 'webp']).default('png'),
});
export type EditInput = z.infer<typeof editInput>;

/** Returns an error message if valid fields contradict each other. */
export function findContradiction(input: EditInput, model: unknown, hasGuidance: boolean): string | undefined {
  const shadow = input['shadow.mode'];
  if (shadow && model !== shadowsVersion) return `shadow.mode ${shadow} is not supported by this shadows model`;
  if (!input.removeBackground && input.referenceBox === 'originalImage')
    return 'referenceBox cannot be used when removeBackground is false';
  if (!input.removeBackground && hasGuidance) return 'background.guidance cannot be used when removeBackground is false';
  // Without this field, Photoroom rejects a large photo, so the product always sends the field.
  if (input['upscale.mode'] && !input['upscale.downscaleIfNeeded']) return 'The stand-in needs upscale.downscaleIfNeeded';
  return undefined;
}

/** Returns the reason why Photoroom would reject the file, or undefined. */
export async function findFileProblem(file: FormFile | undefined): Promise<'missing' | 'too large' | 'type' | 'unreadable' | undefined> {
  if (!file || file.bytes.length === 0) return 'missing';
  if (file.bytes.length > photoBytesMax) return 'too large';
  if (!photoTypes.includes(file.contentType)) return 'type';
  try {
    const { format } = await readMetadata(file.bytes);
    return photoTypes.includes(`image/${format}`) ? undefined : 'unreadable';
  } catch (error) {
    if (error instanceof UnreadablePicture) return 'unreadable';
    throw error;
  }
}
