/** `npm run check` compiles this file: a key without a text, written or computed, must be a type error (keys.d.ts). */
import i18next, { type ParseKeys } from 'i18next';
import { expect, expectTypeOf, test } from 'vitest';
import type { WorkKind } from '#shared/batch/batch.ts';

test('a key is typed by the English texts', () => {
  expectTypeOf<'transactions.title'>().toExtend<ParseKeys>();
  expectTypeOf<'transactions.no_such_text'>().not.toExtend<ParseKeys>();
});

test('a computed key needs a text for every member of its union', () => {
  expectTypeOf<`transactions.names.${WorkKind}`>().toExtend<ParseKeys>();
  expectTypeOf<`transactions.names.${WorkKind | 'lamp'}`>().not.toExtend<ParseKeys>();
});

test('a computed key needs a union, not any string', () => {
  expectTypeOf<`transactions.names.${string}`>().not.toExtend<ParseKeys>();
  // @ts-expect-error: `t` must reject what ParseKeys rejects.
  const rejected = (name: string) => i18next.t(`transactions.names.${name}`);
  expect(rejected).toBeTypeOf('function');
});

test('a plural key is named without its form', () => {
  expectTypeOf<'video.create'>().toExtend<ParseKeys>();
});
