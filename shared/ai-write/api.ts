/** POST /api/ai/generate-prompt: writes the prompt of a video or an image from its photo (docs/spec.md 11, 17.10). */
import * as z from 'zod';
import { batchKinds } from '../batch/batch.ts';
import { ratioText } from '../batch/item-request.ts';
import { inlineCharactersMax } from '../upload/inline-image.ts';
import { isRatio } from '../video/ratio.ts';
import { audioChoice, orderedDuration } from '../video/single-calls.ts';

const languageTagCharactersMax = 35;

/** Language of the page and of the prompt. For an unknown language, the prompt is in English. */
export const promptLanguage = z.string().min(1).max(languageTagCharactersMax);

export const generatePromptRequest = z
  .object({
    /** Key or signed URL of one of the caller's uploads. If this field is present, `imageBase64` is ignored. */
    imageUrl: z.string().min(1).max(4096).optional(),
    /** A data URL, or a picture in plain base64. */
    imageBase64: z.string().min(1).max(inlineCharactersMax, { error: 'ImageNeedsUpload' }).optional(),
    /** The kind of result that the prompt describes. The duration and the audio only matter for a video. */
    kind: z.literal(batchKinds).default('video'),
    aspectRatio: ratioText.refine(isRatio, { error: 'RatioUnsupported' }),
    duration: orderedDuration,
    generateAudio: audioChoice,
    videoStyle: z.literal('showcase'),
    language: promptLanguage,
  })
  .refine(({ imageUrl, imageBase64 }) => imageUrl ?? imageBase64, { error: 'ImageRequired' });
export type GeneratePromptRequest = z.infer<typeof generatePromptRequest>;
/** The request as the page sends it, before parsing. */
export type GeneratePromptInput = z.input<typeof generatePromptRequest>;

export const generatePromptResponse = z.object({ success: z.literal(true), prompt: z.string() });
export type GeneratePromptResponse = z.infer<typeof generatePromptResponse>;
