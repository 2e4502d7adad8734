/** Some texts have keys that the code computes from lists. These tests check that each entry of these lists has an English text. */
import { expect, test } from 'vitest';
import { stages } from '#shared/batch/batch.ts';
import { discountFigures } from '#shared/credits/packages.ts';
import { type ErrorCode, errors, tileOf } from '#shared/errors.ts';
import texts from '../../../locales/en/common.json' with { type: 'json' };
import simplifiedChinese from '../../../locales/zh-Hans/common.json' with { type: 'json' };
import traditionalChinese from '../../../locales/zh-Hant-TW/common.json' with { type: 'json' };

const errorTexts: Record<string, string> = texts.errors;
const tileTexts: Record<string, string>[] = [texts.video_generator.errors, texts.image_generator.errors];
const stageTexts: Record<string, string> = texts.batch.stage;

test.each(Object.keys(errors) as ErrorCode[])('the error %s has a text for messages, and a text for failed videos and images', (code) => {
  expect(errorTexts[code]).toMatch(/\S/);
  for (const tiles of tileTexts) expect(tiles[tileOf(code)]).toMatch(/\S/);
});

test.each(stages)('the stage %s has a text', (stage) => {
  expect(stageTexts[stage]).toMatch(/\S/);
});

test.each([
  ['zh-Hans', simplifiedChinese],
  ['zh-Hant-TW', traditionalChinese],
])('in %s, the banner contains 9折, as docs/spec.md 2.2 requires', (_, { promo }) => {
  expect(promo.text.replace('{{tenths}}', String(discountFigures.tenths))).toContain('9折');
});

test('the sentences that docs/spec.md requires are unchanged', () => {
  expect(texts.credits.insufficient_text).toBe(
    'Insufficient credits. You need {{need}} but only have {{have}}. Please top up your account.',
  );
  expect(texts.credits.insufficient_tooltip).toBe('Insufficient credits. Please add more credits to continue.');
  expect(texts.upload.rejected_intro).toBe('The following files were rejected:');
  expect(texts.auth.completing).toBe('Completing authentication...');
});
