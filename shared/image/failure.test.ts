import { expect, test } from 'vitest';
import { imageModels } from '../catalogue.ts';
import { type ErrorCode, errors } from '../errors.ts';
import { imageMessage } from './failure.ts';

test.each([
  ['GPT-Image-1', 'GenerationFailed', 'OpenAI image generation failed'],
  ['GPT-Image-1', 'VendorMalformedAnswer', 'No image returned from OpenAI generation'],
  ['gemini-2.5-flash-image', 'VendorServerError', 'Image generation failed'],
  ['gemini-2.5-flash-image', 'VendorMalformedAnswer', 'No image returned from generation'],
  ['gemini-2.5-flash-image', 'ImageUnreadable', 'Corrupted or invalid image'],
] as const)('the message for the model %s and the code %s is: %s', (model, code, text) => expect(imageMessage(code, model)).toBe(text));

test("no message about an image vendor contains the word 'video' or the vendor's name 'fal'", () => {
  const codes = (Object.keys(errors) as ErrorCode[]).filter((code) => /^Vendor|^Result|^Generation|^Cancelled$/.test(code));
  const messages = imageModels.flatMap(({ id }) => codes.map((code) => imageMessage(code, id)));
  expect(messages.filter((text) => /video|fal/i.test(text.replace(/failed/g, '')))).toEqual([]);
});
