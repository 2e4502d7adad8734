/**
 * The route `generateContent`. An image model makes a new picture from pictures and a prompt. A text model writes a video prompt about one
 * picture.
 */
import * as z from 'zod';
import { editPhotoFile } from '../../demo/pictures/edit-photo.ts';
import { UnreadablePicture } from '../../demo/pictures/picture.ts';
import { writeScene } from '../../demo/texts/write-scene.ts';
import type { Call, VendorResponse } from '../kit/http.ts';
import { faultOf } from '../kit/script.ts';
import type { Route } from '../kit/server.ts';
import { type Fault, type GeminiScript, scriptedError } from './faults.ts';
import { googleError, unknownModel } from './google-errors.ts';

const imageModels = ['gemini-3.1-flash-lite-image', 'gemini-nano-banana-2.1'];
const textModel = /^gemini-[\d.]+-(flash|pro)/;

/** Pixel sizes of a 1K picture. */
const sizes = {
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
} as const;

const picture = z.strictObject({
  inlineData: z.strictObject({
    mimeType: z.literal(['image/png', 'image/jpeg', 'image/webp']),
    data: z
      .base64()
      .min(1)
      .transform((text) => Buffer.from(text, 'base64')),
  }),
});
const text = z.strictObject({ text: z.string() });
const imageConfig = z.strictObject({
  aspectRatio: z.literal(Object.keys(sizes) as (keyof typeof sizes)[]).default('1:1'),
  imageSize: z.literal('1K').default('1K'),
});
const input = z.strictObject({
  contents: z.array(z.strictObject({ role: z.string().optional(), parts: z.array(z.union([picture, text])).min(1) })).min(1),
  generationConfig: z
    .strictObject({
      responseModalities: z.array(z.literal('IMAGE')).optional(),
      imageConfig: imageConfig.prefault({}),
      maxOutputTokens: z.int().optional(),
    })
    .prefault({}),
});

type Order = { prompt: string; pictures: Buffer[]; size: { width: number; height: number } };
type Part = ({ text: string } | { inlineData: { mimeType: string; data: string } }) & { thought?: true };
/** If `isIncomplete` is true, the model stops too early. A text then ends in the middle, and there is no picture. */
type MakeParts = (order: Order, isIncomplete: boolean) => Promise<Part[]>;

const drawPicture: MakeParts = async ({ pictures, prompt, size }, isIncomplete) => {
  if (isIncomplete) return [];
  const png = await editPhotoFile(pictures, prompt, size, { format: 'png' });
  return [{ inlineData: { mimeType: 'image/png', data: png.toString('base64') } }];
};

const writeText: MakeParts = async ({ pictures, prompt }, isIncomplete) => {
  const scene = await writeScene(pictures[0], prompt).catch((cause: unknown) => {
    throw new UnreadablePicture('The picture cannot be read', { cause });
  });
  return [{ text: isIncomplete ? scene.slice(0, scene.length / 2) : scene }];
};

/** The paths of image models match both routes, so the route of the image models is first. */
export const contentRoutes = (script: GeminiScript): Route[] => [
  {
    name: 'generate-image',
    method: 'POST',
    path: /^\/v1beta\/models\/([^/:]*(?:image|banana)[^/:]*):generateContent$/,
    respond: (call, model = '') => (imageModels.includes(model) ? generate(call, model, drawPicture, script) : unknownModelError(model)),
  },
  {
    name: 'generate-content',
    method: 'POST',
    path: /^\/v1beta\/models\/([^/:]+):generateContent$/,
    respond: (call, model = '') => (textModel.test(model) ? generate(call, model, writeText, script) : unknownModelError(model)),
  },
];

const unknownModelError = (model: string): VendorResponse => unknownModel(model, 'generateContent');

async function generate({ json }: Call, model: string, make: MakeParts, script: GeminiScript): Promise<VendorResponse> {
  const { data, error } = input.safeParse(json);
  if (!data) return googleError('INVALID_ARGUMENT', z.prettifyError(error));
  const parts = data.contents.flatMap((content) => content.parts);
  const prompt = parts.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n');
  if (!prompt.trim()) return googleError('INVALID_ARGUMENT', 'Unable to submit request because it must have a text parameter.');
  const pictures = parts.flatMap((part) => ('inlineData' in part ? [part.inlineData.data] : []));
  const faults = script.take(prompt);
  const errorResponse = scriptedError(faults);
  if (errorResponse) return errorResponse;
  const [width, height] = sizes[data.generationConfig.imageConfig.aspectRatio];
  if (faultOf(faults, 'refuse')) return { status: 200, json: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }, faults };
  try {
    const finishFault = faultOf(faults, 'finish');
    const modelParts = await makeParts(faults, pictures, () =>
      make({ prompt, pictures, size: { width, height } }, finishFault !== undefined),
    );
    const candidate = { content: { role: 'model', parts: modelParts }, finishReason: finishFault?.reason ?? 'STOP', index: 0 };
    return { status: 200, json: { candidates: [candidate], modelVersion: model }, faults };
  } catch (failure) {
    if (failure instanceof UnreadablePicture)
      return googleError('INVALID_ARGUMENT', 'Unable to process input image. Please retry or report.');
    throw failure;
  }
}

async function makeParts(faults: readonly Fault[], pictures: Buffer[], make: () => Promise<Part[]>): Promise<Part[]> {
  if (faultOf(faults, 'no-text')) return [];
  if (faultOf(faults, 'text-instead')) return [{ text: 'I would rather talk about this picture.' }];
  const parts = await make();
  if (!faultOf(faults, 'thoughts')) return parts;
  const isText = parts.some((part) => 'text' in part);
  const draft = { inlineData: { mimeType: 'image/png', data: String(pictures[0]?.toString('base64')) } };
  return [{ ...(isText ? { text: 'The picture shows one product.' } : draft), thought: true }, ...parts];
}
