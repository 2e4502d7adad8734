/** Tests that a literal or computed key without a text is a type error (keys.d.ts). `npm run check` compiles this file. */
import i18next, { type ParseKeys } from 'i18next';
import { expect, expectTypeOf, test } from 'vitest';
import type { WorkKind } from '#shared/work/kinds.ts';

test('the English texts define the type of a key', () => {
  expectTypeOf<'transactions.title'>().toExtend<ParseKeys>();
  expectTypeOf<'transactions.no_such_text'>().not.toExtend<ParseKeys>();
});

test('a computed key needs a text for every member of its union', () => {
  expectTypeOf<`transactions.names.${WorkKind}`>().toExtend<ParseKeys>();
  expectTypeOf<`transactions.names.${WorkKind | 'lamp'}`>().not.toExtend<ParseKeys>();
});

test('a computed key must have a union type, not the type string', () => {
  expectTypeOf<`transactions.names.${string}`>().not.toExtend<ParseKeys>();
  // @ts-expect-error: `t` must reject what ParseKeys rejects.
  const rejected = (name: string) => i18next.t(`transactions.names.${name}`);
  expect(rejected).toBeTypeOf('function');
});

test('the key of a text with plural forms has no suffix such as _one', () => {
  expectTypeOf<'video.create'>().toExtend<ParseKeys>();
});
