/** POST /api/ai/generate-prompt: a video's prompt, written from its photo (SPEC 7; checklist O1 to O3, X7; Q11, Q42, Q43). */
import * as z from 'zod';
import { ratioText } from '../batch/item-request.ts';
import { inlineCharactersMax } from '../upload/inline-image.ts';
import { isRatio } from '../video/ratio.ts';
import { audioChoice, orderedDuration } from '../video/single-calls.ts';

const languageTagCharactersMax = 35;

export const generatePromptRequest = z
  .object({
    /** The key of one of the caller's own uploads, or its signed address. It goes before `imageBase64`. */
    imageUrl: z.string().min(1).max(4096).optional(),
    /** A data URL, or the bare base64 of a picture. */
    imageBase64: z.string().min(1).max(inlineCharactersMax, { error: 'ImageNeedsUpload' }).optional(),
    aspectRatio: ratioText.refine(isRatio, { error: 'RatioUnsupported' }),
    duration: orderedDuration,
    generateAudio: audioChoice,
    videoStyle: z.literal('showcase'),
    /** The language of the page, which the prompt is written in; one that the product does not know is answered in English. */
    language: z.string().min(1).max(languageTagCharactersMax),
  })
  .refine(({ imageUrl, imageBase64 }) => imageUrl ?? imageBase64, { error: 'ImageRequired' });
export type GeneratePromptRequest = z.infer<typeof generatePromptRequest>;
/** As the page sends it. */
export type GeneratePromptInput = z.input<typeof generatePromptRequest>;

export const generatePromptResponse = z.object({ success: z.literal(true), prompt: z.string() });
export type GeneratePromptResponse = z.infer<typeof generatePromptResponse>;
