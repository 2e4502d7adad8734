/** `generateContent` of an image model: makes a picture from one to three others, by the prompt. */
import * as z from 'zod';
import { editPhoto } from '../../demo/pictures/edit-photo.ts';
import { encode, UnreadablePicture } from '../../demo/pictures/picture.ts';
import { type Answer, jsonOf } from '../kit/http.ts';
import type { Route } from '../kit/router.ts';
import { faultOf } from '../kit/script.ts';
import { applyWireFaults } from '../kit/wire-faults.ts';
import type { Fault, GeminiScript } from './faults.ts';
import { googleError, unknownModel } from './google-errors.ts';
import { scriptedError } from './scripted-error.ts';

type Parts = { script: GeminiScript; stopping: AbortSignal };

/** Pixel sizes of a 1K picture. */
const sizes: Record<string, readonly [number, number]> = {
  '1:1': [1024, 1024],
  '2:3': [848, 1264],
  '3:2': [1264, 848],
  '3:4': [896, 1200],
  '4:3': [1200, 896],
  '4:5': [928, 1152],
  '5:4': [1152, 928],
  '9:16': [768, 1376],
  '16:9': [1376, 768],
  '21:9': [1584, 672],
};
const extendedSizes: typeof sizes = { '1:4': [512, 2048], '4:1': [2048, 512], '1:8': [384, 3072], '8:1': [3072, 384] };
const scaleOf = { '1K': 1, '2K': 2, '4K': 4 } as const;

/** The available models with their picture sizes. */
const models: Record<string, { sizes: typeof sizes; imageSizes: readonly (keyof typeof scaleOf)[] }> = {
  'gemini-3.1-flash-lite-image': { sizes: { ...sizes, ...extendedSizes }, imageSizes: ['1K'] },
  'gemini-nano-banana-2.1': { sizes: { ...sizes, ...extendedSizes }, imageSizes: ['1K', '2K', '4K'] },
  'gemini-3-pro-image': { sizes, imageSizes: ['1K', '2K', '4K'] },
};

const picture = z.strictObject({ inlineData: z.strictObject({ mimeType: z.string(), data: z.base64().min(1) }) });
const text = z.strictObject({ text: z.string() });
const input = z.strictObject({
  contents: z.array(z.strictObject({ role: z.string().optional(), parts: z.array(z.union([picture, text])).min(1) })).min(1),
  generationConfig: z
    .strictObject({
      responseModalities: z.array(z.enum(['TEXT', 'IMAGE'])).optional(),
      imageConfig: z.strictObject({ aspectRatio: z.string().default('1:1'), imageSize: z.string().default('1K') }).optional(),
      seed: z.int().optional(),
      temperature: z.number().optional(),
      candidateCount: z.literal(1).optional(),
    })
    .optional(),
  safetySettings: z.array(z.unknown()).optional(),
});
type Input = z.infer<typeof input>;

const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'];
const picturesMax = 14;
const charactersPerToken = 4;
const pictureTokens = 1_120;

/** Must come before the text routes, because both match the same address. */
export function imageRoutes({ script, stopping }: Parts): Route[] {
  const generate: Route['answer'] = async ({ body }, model = '') => {
    const known = Object.hasOwn(models, model) ? models[model] : undefined;
    if (!known) return unknownModel(model, 'generateContent');
    const parsed = input.safeParse(jsonOf(body));
    if (!parsed.success) return googleError('INVALID_ARGUMENT', z.prettifyError(parsed.error));
    const order = orderIn(parsed.data, known);
    if ('refused' in order) return order.refused;
    const faults = script.take(order.prompt);
    const error = scriptedError(faults);
    if (error) return applyWireFaults(error, faults, stopping);
    try {
      return await applyWireFaults({ status: 200, json: await generation(model, order, faults) }, faults, stopping);
    } catch (failure) {
      if (failure instanceof UnreadablePicture)
        return googleError('INVALID_ARGUMENT', 'Unable to process input image. Please retry or report.');
      throw failure;
    }
  };
  return [
    {
      name: 'generate-image',
      method: 'POST',
      path: /^\/v1beta\/models\/([^/:]*(?:image|banana)[^/:]*):generateContent$/,
      access: 'key',
      answer: generate,
    },
  ];
}

type Order = { files: Buffer[]; prompt: string; size: { width: number; height: number } };

function orderIn({ contents, generationConfig }: Input, known: (typeof models)[string]): Order | { refused: Answer } {
  const refused = (message: string) => ({ refused: googleError('INVALID_ARGUMENT', message) });
  const { aspectRatio, imageSize } = generationConfig?.imageConfig ?? { aspectRatio: '1:1', imageSize: '1K' };
  const sides = Object.hasOwn(known.sizes, aspectRatio) ? known.sizes[aspectRatio] : undefined;
  if (!sides) return refused(`Invalid value at 'generation_config.image_config.aspect_ratio': ${aspectRatio}`);
  const scale = known.imageSizes.find((one) => one === imageSize);
  if (!scale) return refused(`Image size ${imageSize} is not supported for this model.`);
  const parts = contents.flatMap((content) => content.parts);
  const prompt = parts.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n');
  if (!prompt.trim()) return refused('Unable to submit request because it must have a text parameter.');
  const pictures = parts.flatMap((part) => ('inlineData' in part ? [part.inlineData] : []));
  if (pictures.length > picturesMax) return refused(`At most ${picturesMax} images are supported.`);
  const odd = pictures.find(({ mimeType }) => !pictureTypes.includes(mimeType));
  if (odd) return refused(`Unsupported MIME type: ${odd.mimeType}`);
  const [width, height] = sides.map((side) => side * scaleOf[scale]) as [number, number];
  return { files: pictures.map(({ data }) => Buffer.from(data, 'base64')), prompt, size: { width, height } };
}

async function generation(model: string, { files, prompt, size }: Order, faults: readonly Fault[]): Promise<unknown> {
  const promptTokenCount = Math.ceil(prompt.length / charactersPerToken) + files.length * pictureTokens;
  const usage = (candidatesTokenCount: number) => ({
    usageMetadata: { promptTokenCount, candidatesTokenCount, totalTokenCount: promptTokenCount + candidatesTokenCount },
    modelVersion: model,
  });
  const candidate = (finishReason: string, parts: object[]) => ({
    candidates: [{ content: { role: 'model', parts }, finishReason, index: 0 }],
    ...usage(parts.length > 0 ? pictureTokens : 0),
  });
  if (faultOf(faults, 'refuse')) return { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, ...usage(0) };
  const end = faultOf(faults, 'finish');
  if (end) return candidate(end.reason, []);
  if (faultOf(faults, 'no-text')) return candidate('STOP', []);
  if (faultOf(faults, 'text-instead')) return candidate('STOP', [{ text: 'I would rather talk about this picture.' }]);
  const made = await editPhoto(files, prompt, size);
  const drawn = { inlineData: { mimeType: 'image/png', data: (await encode(made, 'png')).toString('base64') } };
  const draft = { inlineData: { mimeType: 'image/png', data: (files[0] ?? Buffer.alloc(0)).toString('base64') }, thought: true };
  return candidate('STOP', faultOf(faults, 'thoughts') ? [draft, drawn] : [drawn]);
}
