/** `generateContent` of a text model with one picture: returns a video prompt in the language named by the instruction. */
import * as z from 'zod';
import { writeScene } from '../../demo/texts/write-scene.ts';
import { jsonOf } from '../kit/http.ts';
import type { Route } from '../kit/router.ts';
import { faultOf } from '../kit/script.ts';
import { applyWireFaults } from '../kit/wire-faults.ts';
import type { Fault, GeminiScript } from './faults.ts';
import { googleError, unknownModel } from './google-errors.ts';
import { scriptedError } from './scripted-error.ts';

type Parts = { script: GeminiScript; stopping: AbortSignal };

const picture = z.object({ inlineData: z.object({ mimeType: z.string().startsWith('image/'), data: z.base64().min(1) }) });
const text = z.object({ text: z.string() });
const textInput = z.object({ contents: z.array(z.object({ parts: z.array(z.union([picture, text])).min(1) })).min(1) });

/** Rough estimate. */
const charactersPerToken = 4;
const pictureTokens = 1_120;

/** Image models use the same method; generate-image.ts handles them. */
export const isTextModel = (model: string): boolean => /^gemini-[\d.]+-(flash|pro)/.test(model) && !/image|tts|live|embedding/.test(model);

export function textRoutes({ script, stopping }: Parts): Route[] {
  const generate: Route['answer'] = async ({ body }, model = '') => {
    if (!isTextModel(model)) return unknownModel(model, 'generateContent');
    const parsed = textInput.safeParse(jsonOf(body));
    if (!parsed.success) return googleError('INVALID_ARGUMENT', z.prettifyError(parsed.error));
    const parts = parsed.data.contents.flatMap((content) => content.parts);
    const instruction = parts.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n');
    const photos = parts.flatMap((part) => ('inlineData' in part ? [Buffer.from(part.inlineData.data, 'base64')] : []));
    const faults = script.take(instruction);
    const error = scriptedError(faults);
    if (error) return applyWireFaults(error, faults, stopping);
    const written = await writeScene(photos[0], instruction).catch(() => undefined);
    if (written === undefined) return googleError('INVALID_ARGUMENT', 'Unable to process input image. Please retry or report.');
    const promptTokens = Math.ceil(instruction.length / charactersPerToken) + photos.length * pictureTokens;
    return applyWireFaults({ status: 200, json: generation({ model, written, promptTokens, faults }) }, faults, stopping);
  };
  return [
    { name: 'generate-content', method: 'POST', path: /^\/v1beta\/models\/([^/:]+):generateContent$/, access: 'key', answer: generate },
  ];
}

type Generation = { model: string; written: string; promptTokens: number; faults: readonly Fault[] };

function generation({ model, written, promptTokens, faults }: Generation): unknown {
  const usage = (candidatesTokenCount: number) => ({
    usageMetadata: { promptTokenCount: promptTokens, candidatesTokenCount, totalTokenCount: promptTokens + candidatesTokenCount },
    modelVersion: model,
  });
  if (faultOf(faults, 'refuse')) return { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, ...usage(0) };
  const end = faultOf(faults, 'finish');
  const said = faultOf(faults, 'no-text') ? [] : [{ text: end ? written.slice(0, written.length / 2) : written }];
  const thoughts = faultOf(faults, 'thoughts') ? [{ text: 'The picture shows one product.', thought: true }] : [];
  const candidate = { content: { role: 'model', parts: [...thoughts, ...said] }, finishReason: end?.reason ?? 'STOP', index: 0 };
  return { candidates: [candidate], ...usage(Math.ceil(written.length / charactersPerToken)) };
}
