import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { placeText } from './place-text.ts';

const t = ((key: string, values: object) => `${key} ${JSON.stringify(values)}`) as unknown as TFunction;

test.each([
  ['its place and the estimate', { line: { place: 12, seconds: 150 }, queuePosition: 2 }, 'batch.result.line {"place":12,"time":"3 min"}'],
  ['no estimate while new work is paused', { line: { place: 12, isPaused: true } }, 'batch.result.line_paused {"place":12}'],
  ['its position in the batch if it does not wait for a vendor', { queuePosition: 2 }, 'batch.result.position {"position":2}'],
  ['nothing without a position', {}, undefined],
])('a waiting item shows %s', (_, item, text) => {
  expect(placeText(item, t, 'en')).toBe(text);
});
