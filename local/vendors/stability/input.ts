/** Parses an outpaint request. Returns one error sentence for each wrong field. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Form, FormFile } from '../kit/form.ts';

const sideMin = 64;
const pixelsMin = 4_096;
const pixelsMax = 9_437_184;
const stretchMax = 2.5;
const extensionMax = 2_000;
const promptCharactersMax = 10_000;
const seedMax = 4_294_967_294;

const directions = ['left', 'right', 'up', 'down'] as const;
const outputFormats = ['png', 'jpeg', 'webp'] as const;

export type OutpaintInput = Record<(typeof directions)[number], number> & {
  image: Buffer;
  prompt: string;
  /** From 0 to 1. */
  creativity: number;
  /** Never 0. A requested 0 means any seed: a hash of the request is used, so that the same request gets the same answer. */
  seed: number;
  outputFormat: (typeof outputFormats)[number];
};

export async function readInput({ fields, files }: Form): Promise<{ input: OutpaintInput } | { errors: string[] }> {
  const errors: string[] = [];
  const number = (name: string, fallback: number, max: number, isWhole: boolean): number => {
    const text = fields[name];
    if (text === undefined) return fallback;
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value) || (isWhole && !Number.isInteger(value))) {
      errors.push(`${name}: must be ${isWhole ? 'an integer' : 'a number'}`);
    } else if (value < 0 || value > max) errors.push(`${name}: must be between 0 and ${max}`);
    return value;
  };
  const [left, right, up, down] = directions.map((name) => number(name, 0, extensionMax, true)) as [number, number, number, number];
  if (left + right + up + down === 0) errors.push('at least one of left, right, up, down must be greater than 0');
  const creativity = number('creativity', 0.5, 1, false);
  const seed = number('seed', 0, seedMax, true);
  const prompt = fields.prompt ?? '';
  if ([...prompt].length > promptCharactersMax) errors.push(`prompt: must be at most ${promptCharactersMax} characters`);
  const outputFormat = outputFormats.find((format) => format === (fields.output_format ?? 'png'));
  if (!outputFormat) errors.push(`output_format: must be one of: ${outputFormats.join(', ')}`);
  const image = files.find(({ name }) => name === 'image');
  errors.push(...(image ? await faultsOfImage(image) : ['image: is required']));
  if (errors.length > 0 || !image || !outputFormat) return { errors };
  return {
    input: { left, right, up, down, creativity, prompt, outputFormat, image: image.bytes, seed: seed || seedOf(image.bytes, fields) },
  };
}

async function faultsOfImage({ contentType, bytes }: FormFile): Promise<string[]> {
  if (!/^image\/(jpeg|png|webp)$/.test(contentType)) return ['image: must be one of: image/jpeg, image/png, image/webp'];
  const { width, height, format } = await sharp(bytes)
    .metadata()
    .catch(() => ({ width: 0, height: 0, format: undefined }));
  if (!format || contentType !== `image/${format}`) return ['image: could not be read'];
  const errors: string[] = [];
  if (Math.min(width, height) < sideMin) errors.push(`image: each side must be at least ${sideMin} pixels`);
  if (width * height < pixelsMin || width * height > pixelsMax)
    errors.push(`image: total pixel count must be between ${pixelsMin} and ${pixelsMax} pixels`);
  if (Math.max(width, height) > stretchMax * Math.min(width, height)) errors.push('image: aspect ratio must be between 1:2.5 and 2.5:1');
  return errors;
}

const seedOf = (image: Buffer, fields: Form['fields']): number =>
  createHash('sha256').update(image).update(JSON.stringify(fields)).digest().readUInt32BE() % seedMax || 1;
