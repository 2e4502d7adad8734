/**
 * Compares our cost of an image with the charged 5 cents (docs/spec.md 8.1). The prices are from the vendors' price lists of 2026-11, in
 * dollars per million tokens. The most expensive order has 2,000 characters of one token each. Its pictures have the largest size that a
 * vendor bills.
 */
import { expect, test } from 'vitest';
import { imageModel } from '#shared/catalogue.ts';
import { defaultGeminiImageModel } from './gemini-image.ts';
import { examplePictureSideMax } from './image-port.ts';
import { defaultOpenaiImageModel, qualityOf, sizes } from './openai-image.ts';

const dollars = (tokens: number, perMillion: number): number => (tokens * perMillion) / 1e6;
const promptTokens = 2_200;
const priceInDollars = { gemini: imageModel('gemini-2.5-flash-image')!.price / 100, openai: imageModel('GPT-Image-1')!.price / 100 };

/** Each quality divides the longer side of a picture into this number of parts. A higher quality costs more tokens. */
const openaiModels: Record<string, Record<string, number>> = {
  'gpt-image-2.5-flare': { low: 16, medium: 24, high: 48 },
  'gpt-image-2.5-sunburst': { low: 16, medium: 24, high: 48 },
  'gpt-image-2': { low: 16, medium: 48, high: 96 },
};

function imageTokens(model: string, quality: string, size: string): number {
  const [width, height] = size.split('x').map(Number) as [number, number];
  const factor = openaiModels[model]![quality]!;
  const shorter = Math.round((factor * Math.min(width, height)) / Math.max(width, height));
  return Math.ceil((factor * shorter * (2_000_000 + width * height)) / 4_000_000);
}

const largestPictureTokens = 1_536;
const examplePictureTokens = (examplePictureSideMax / 32) ** 2;

const openaiCost = (model: string, quality: string, size: string, pictureTokens: number): number =>
  dollars(imageTokens(model, quality, size), 30) + dollars(pictureTokens, 8) + dollars(promptTokens, 5);

test.each(Object.keys(openaiModels).flatMap((model) => Object.values(sizes).map((size) => [model, size] as const)))(
  'an image of %s with %s pixels and the fixed quality costs less than its price',
  (model, size) => {
    expect(openaiCost(model, qualityOf(model), size, largestPictureTokens)).toBeLessThan(priceInDollars.openai);
  },
);

test('an image with two example pictures costs less than its price only if the examples are as small as image-port.ts requires', () => {
  expect(openaiCost(defaultOpenaiImageModel, qualityOf(defaultOpenaiImageModel), '1024x1024', 3 * examplePictureTokens)).toBeLessThan(
    priceInDollars.openai,
  );
  expect(openaiCost(defaultOpenaiImageModel, qualityOf(defaultOpenaiImageModel), '1024x1024', 3 * largestPictureTokens)).toBeGreaterThan(
    priceInDollars.openai,
  );
});

test('an image with a better quality than the fixed quality costs more than its price', () => {
  expect(openaiCost(defaultOpenaiImageModel, 'high', '1024x1024', 0)).toBeGreaterThan(priceInDollars.openai);
  expect(openaiCost('gpt-image-2', 'medium', '1024x1024', 0)).toBeGreaterThan(priceInDollars.openai);
});

/** `thoughts` is the number of tokens for text and thoughts that a real call produced in addition to the picture. */
const geminiModels: Record<string, { image: number; text: number; input: number; thoughts: number }> = {
  'gemini-3.1-flash-lite-image': { image: 30, text: 1.5, input: 0.25, thoughts: 1_149 },
  'gemini-nano-banana-2.1': { image: 30, text: 7.5, input: 1.5, thoughts: 1_149 },
};
const geminiImageTokens = 1_120;

function geminiCost(model: string, pictures: number): number {
  const { image, text, input, thoughts } = geminiModels[model]!;
  return dollars(geminiImageTokens, image) + dollars(promptTokens + pictures * geminiImageTokens, input) + dollars(thoughts, text);
}

test('an image based on three pictures costs less than its price only with the default Gemini model', () => {
  expect(geminiCost(defaultGeminiImageModel, 1)).toBeLessThan(priceInDollars.gemini);
  expect(geminiCost(defaultGeminiImageModel, 3)).toBeLessThan(priceInDollars.gemini);
  expect(geminiCost('gemini-nano-banana-2.1', 3)).toBeGreaterThan(priceInDollars.gemini);
});
