/** Parses an outpaint request. Returns one error sentence for each wrong field. */
import sharp from 'sharp';
import * as z from 'zod';
import type { Form, FormFile } from '../kit/form.ts';

const sidePixelsMin = 64;
const pixelsMin = 4_096;
const pixelsMax = 9_437_184;
const aspectRatioMax = 2.5;
const extensionPixelsMax = 2_000;
const promptCharactersMax = 10_000;

const number = (max: number, schema: z.ZodNumber = z.number()) =>
  z
    .string()
    .trim()
    .min(1)
    .transform(Number)
    .pipe(schema.min(0, `must be between 0 and ${max}`).max(max, `must be between 0 and ${max}`));
const pixels = number(extensionPixelsMax, z.int('must be an integer')).default(0);

/** Stability has more fields. Here, a field that the product does not use is an error, so that tests find a wrong field name. */
const outpaintFields = z
  .strictObject({
    left: pixels,
    right: pixels,
    up: pixels,
    down: pixels,
    creativity: number(1).default(0.5),
    prompt: z.string().max(promptCharactersMax).default(''),
    output_format: z.literal('png').default('png'),
  })
  .refine(({ left, right, up, down }) => left + right + up + down > 0, {
    error: 'at least one of left, right, up, down must be greater than 0',
  });

export type OutpaintInput = Omit<z.infer<typeof outpaintFields>, 'output_format'> & { image: Buffer };

export async function readInput({ fields, files }: Form): Promise<{ input: OutpaintInput } | { errors: string[] }> {
  const { data, error } = outpaintFields.safeParse(fields);
  const image = files.find(({ name }) => name === 'image');
  const errors = (error?.issues ?? []).map(({ path, message }) => [...path, message].join(': '));
  errors.push(...(image ? await imageErrors(image) : ['image: is required']));
  return data && image && errors.length === 0 ? { input: { ...data, image: image.bytes } } : { errors };
}

async function imageErrors({ contentType, bytes }: FormFile): Promise<string[]> {
  if (!/^image\/(jpeg|png|webp)$/.test(contentType)) return ['image: must be one of: image/jpeg, image/png, image/webp'];
  const { width, height, format } = await sharp(bytes)
    .metadata()
    .catch(() => ({ width: 0, height: 0, format: undefined }));
  if (contentType !== `image/${format}`) return ['image: could not be read'];
  const errors: string[] = [];
  if (Math.min(width, height) < sidePixelsMin) errors.push(`image: each side must be at least ${sidePixelsMin} pixels`);
  if (width * height < pixelsMin || width * height > pixelsMax)
    errors.push(`image: total pixel count must be between ${pixelsMin} and ${pixelsMax} pixels`);
  if (Math.max(width, height) > aspectRatioMax * Math.min(width, height))
    errors.push('image: aspect ratio must be between 1:2.5 and 2.5:1');
  return errors;
}
