/** `POST /v1/images/edits`: makes a picture from one or more others, by the prompt. */
import * as z from 'zod';
import { editPhoto } from '../../demo/pictures/edit-photo.ts';
import { describe, encode, UnreadablePicture } from '../../demo/pictures/picture.ts';
import { type FormFile, formOf } from '../kit/form.ts';
import type { Answer } from '../kit/http.ts';
import type { Handler } from '../kit/router.ts';
import { faultOf } from '../kit/script.ts';
import { applyWireFaults } from '../kit/wire-faults.ts';
import { newId, openaiError, scriptedErrors } from './errors.ts';
import type { createOpenaiScript } from './faults.ts';

const filesMax = 16;
const fileBytesMax = 50 * 1024 * 1024;
const fileTypes = ['image/png', 'image/jpeg', 'image/webp'];
const promptCharactersMax = 32_000;
const classicSizes = ['1024x1024', '1536x1024', '1024x1536'];
const sideStep = 16;
const stretchMax = 3;
const pixelsMin = 655_360;
const pixelsMax = 3840 * 2160;

/** The available models. Each quality has a number of squares along the longer side; the price depends on it. */
const older = { low: 16, medium: 48, high: 96 };
const newer = { low: 16, medium: 24, high: 48, xhigh: 64, max: 96 };
const models: Record<string, { qualities: Record<string, number>; anySize: boolean }> = {
  'gpt-image-2.5-sunburst': { qualities: newer, anySize: true },
  'gpt-image-2.5-flare': { qualities: newer, anySize: true },
  'gpt-image-2': { qualities: older, anySize: true },
  'gpt-image-1.5': { qualities: older, anySize: false },
  'gpt-image-1-mini': { qualities: older, anySize: false },
};

const digits = (max: number) => z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(max));
const fieldsSchema = z.strictObject({
  model: z.string(),
  prompt: z.string().min(1).max(promptCharactersMax),
  size: z.string().default('auto'),
  quality: z.string().default('auto'),
  output_format: z.enum(['png', 'jpeg', 'webp']).default('png'),
  output_compression: digits(100).default(100),
  background: z.enum(['transparent', 'opaque', 'auto']).default('auto'),
  n: digits(10).pipe(z.number().min(1)).default(1),
  user: z.string().optional(),
  safety_identifier: z.string().optional(),
});
type Fields = z.infer<typeof fieldsSchema>;
type Order = Fields & { files: Buffer[]; width: number; height: number; outputTokens: number };

const refused = (param: string | null, code: string | null, message: string): { refusal: Answer } => ({
  refusal: openaiError({ status: 400, message, param, code }),
});

export const imagesEditsHandler =
  ({ script, stopping }: { script: ReturnType<typeof createOpenaiScript>; stopping: AbortSignal }): Handler =>
  async (call) => {
    const form = await formOf(call);
    if (!form) return openaiError({ status: 400, message: 'We could not parse the multipart form of your request.' });
    const read = await readOrder(form.fields, form.files);
    if ('refusal' in read) return read.refusal;
    const faults = script.take(read.prompt);
    const error = faultOf(faults, 'error');
    if (error) return applyWireFaults(openaiError({ ...scriptedErrors[error.code], code: error.code }), faults, stopping);
    const noPicture = faultOf(faults, 'no-text') !== undefined;
    return applyWireFaults(await success(read, noPicture), faults, stopping);
  };

async function readOrder(fields: Record<string, string>, sent: FormFile[]): Promise<Order | { refusal: Answer }> {
  const parsed = fieldsSchema.safeParse(fields);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
    if (unknown) return refused(unknown, 'unknown_parameter', `Unknown parameter: '${unknown}'.`);
    const param = String(issue?.path[0] ?? '');
    if (fields[param] === undefined) return refused(param, 'missing_required_parameter', `Missing required parameter: '${param}'.`);
    return refused(param, 'invalid_value', `Invalid value: '${fields[param]}' for '${param}'.`);
  }
  const { model, size, quality } = parsed.data;
  const known = Object.hasOwn(models, model) ? models[model] : undefined;
  if (!known) {
    const message = `The model '${model}' does not exist or you do not have access to it.`;
    return { refusal: openaiError({ status: 404, message, param: 'model', code: 'model_not_found' }) };
  }
  const factor = known.qualities[quality === 'auto' ? 'high' : quality];
  if (!factor) return refused('quality', 'invalid_value', `Invalid value: '${quality}'.`);
  const sides = sidesOf(size, known.anySize);
  if (!sides) return refused('size', 'invalid_value', `Invalid value: '${size}'.`);
  const files = await filesIn(sent);
  if ('refusal' in files) return files;
  const [width, height] = sides;
  return { ...parsed.data, files, width, height, outputTokens: outputTokens(factor, width, height) };
}

function sidesOf(size: string, anySize: boolean): [number, number] | undefined {
  const named = size === 'auto' ? '1024x1024' : size;
  const [width = 0, height = 0] = /^(\d{1,4})x(\d{1,4})$/.exec(named)?.slice(1).map(Number) ?? [];
  if (classicSizes.includes(named)) return [width, height];
  const isFine =
    anySize &&
    width % sideStep === 0 &&
    height % sideStep === 0 &&
    Math.max(width, height) <= stretchMax * Math.min(width, height) &&
    width * height >= pixelsMin &&
    width * height <= pixelsMax;
  return isFine ? [width, height] : undefined;
}

async function filesIn(sent: FormFile[]): Promise<Buffer[] | { refusal: Answer }> {
  const odd = sent.find(({ name }) => name !== 'image' && name !== 'image[]');
  if (odd) return refused(odd.name, 'unknown_parameter', `Unknown parameter: '${odd.name}'.`);
  const single = sent.filter(({ name }) => name === 'image').length;
  if (sent.length === 0) return refused('image', 'missing_required_parameter', "Missing required parameter: 'image'.");
  if (single > 1) return refused('image', 'duplicate_parameter', "Duplicate parameter: 'image'. Use 'image[]' for several.");
  if (sent.length > filesMax) return refused('image', 'array_above_max_length', `At most ${filesMax} images are supported.`);
  for (const { contentType, bytes } of sent) {
    const supported = `supported are ${fileTypes.join(', ')}`;
    if (!fileTypes.includes(contentType))
      return refused('image', 'unsupported_file_mimetype', `Invalid file: '${contentType}', ${supported}.`);
    if (bytes.length > fileBytesMax) return refused('image', 'image_too_large', 'The image is larger than 50MB.');
    const format = await describe(bytes).then(
      (metadata) => metadata.format,
      (error) => {
        if (error instanceof UnreadablePicture) return undefined;
        throw error;
      },
    );
    if (!format || !fileTypes.includes(`image/${format}`)) return refused('image', 'invalid_image_file', 'Invalid image file or mode.');
  }
  return sent.map(({ bytes }) => bytes);
}

/** Formula of the calculator on OpenAI's price page: tokens grow with the quality and with the picture size. */
function outputTokens(factor: number, width: number, height: number): number {
  const shorter = Math.round((factor * Math.min(width, height)) / Math.max(width, height));
  return Math.ceil((factor * shorter * (2_000_000 + width * height)) / 4_000_000);
}

const lettersPerToken = 4;
/** An input picture costs one token for each 32 × 32 pixels, up to a limit; a small picture is enlarged first. */
const patchSide = 32;
const patchesMax = 1536;
const enlargedSide = 1024;

async function patchesOf(file: Buffer): Promise<number> {
  const { width, height } = await describe(file);
  const scale = Math.min(2, Math.max(1, enlargedSide / Math.max(width, height)));
  return Math.min(patchesMax, Math.ceil((width * scale) / patchSide) * Math.ceil((height * scale) / patchSide));
}

async function success(order: Order, noPicture: boolean): Promise<Answer> {
  const { files, prompt, width, height, n, output_format: format, output_compression: compression } = order;
  const made = await encode(await editPhoto(files, prompt, { width, height }), format, Math.max(1, compression));
  const patches = await Promise.all(files.map(patchesOf));
  const imageTokens = patches.reduce((sum, tokens) => sum + tokens, 0);
  const textTokens = Math.ceil(prompt.length / lettersPerToken);
  const drawn = order.outputTokens * n;
  return {
    status: 200,
    headers: { 'x-request-id': newId('req') },
    json: {
      created: Math.floor(Date.now() / 1000),
      background: 'opaque',
      data: noPicture ? [] : Array.from({ length: n }, () => ({ b64_json: made.toString('base64') })),
      output_format: format,
      quality: order.quality === 'auto' ? 'high' : order.quality,
      size: `${width}x${height}`,
      usage: {
        input_tokens: textTokens + imageTokens,
        input_tokens_details: { text_tokens: textTokens, image_tokens: imageTokens },
        output_tokens: drawn,
        total_tokens: textTokens + imageTokens + drawn,
      },
    },
  };
}
