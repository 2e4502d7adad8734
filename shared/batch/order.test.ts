import { describe, expect, test } from 'vitest';
import { batchesPerOrderMax, createOrderRequest } from './order.ts';

const ids = [1, 2, 3, 4].map((n) => `3f0c7b54-9d3f-4c5e-8f0e-1d2a3b4c5d6${n}`);
const item = (itemId: string, changes: object = {}) => ({
  itemId,
  uploadKey: 'uploads/u/temp-images/x.jpg',
  title: 'Shoe',
  prompt: 'The shoe takes a step',
  aspectRatio: '1:1',
  model: 'gemini-2.5-flash-image',
  outputFormat: 'jpeg',
  numImages: 1,
  ...changes,
});
const images = (number: number, items = [item(`card-${number}`)]) => ({ batchId: ids[number], kind: 'image', items });
const video = (number: number) => ({
  batchId: ids[number],
  kind: 'video',
  items: [item(`card-${number}`, { aspectRatio: '9:16', duration: 8, resolution: '720p', generateAudio: false, model: 'veo3' })],
});
const order = (batches: object[], changes: object = {}) => ({ orderId: ids[0], batches, ...changes });
const codeOf = (request: object) => createOrderRequest.safeParse(request).error?.issues[0]?.message;

describe('an order', () => {
  test.each([1, 2, 3])('an order with %i batches of one kind is accepted', (count) => {
    const numbers = Array.from({ length: count }, (_, n) => n);
    for (const batches of [numbers.map((n) => images(n)), numbers.map(video)])
      expect(createOrderRequest.parse(order(batches)).batches).toHaveLength(count);
  });

  test('an order has at most as many batches as one account may run at the same time', () => {
    expect(batchesPerOrderMax).toBe(3);
  });

  test.each([
    ['no batch', [], 'EmptyBatch'],
    ['an empty batch', [images(0), images(1, [])], 'EmptyBatch'],
    [
      '101 items in one batch',
      [
        images(0),
        images(
          1,
          Array.from({ length: 101 }, (_, n) => item(`i${n}`)),
        ),
      ],
      'BatchTooLarge',
    ],
    ['the same item twice in one batch', [images(0), images(1, [item('a'), item('a')])], 'DuplicateItem'],
    ['the same item in two batches', [images(0, [item('a')]), images(1, [item('b'), item('a')])], 'DuplicateItem'],
    ['the same batch id twice', [images(0, [item('a')]), images(0, [item('b')])], 'BatchIdReused'],
    ['a bad item in the last batch', [images(0), images(1), images(2, [item('z', { model: 'veo9' })])], 'UnknownModel'],
  ])('an order with %s is refused with the error code of this problem', (_, batches, code) => {
    expect(codeOf(order(batches))).toBe(code);
  });

  test.each([
    ['four batches', order([0, 1, 2, 3].map((n) => images(n)))],
    ['videos and images', order([images(0), video(1)])],
    ['an id that is not a UUID', order([images(0)], { orderId: 'mine' })],
    ['no id', order([images(0)], { orderId: undefined })],
    ['one batch that is not in a list', order(images(0) as never)],
    ['a language without texts', order([images(0)], { emailWhenDone: true, language: 'tlh' })],
    ['text in place of a boolean', order([images(0)], { emailWhenDone: 'yes' })],
  ])('an order with %s is refused', (_, request) => {
    expect(createOrderRequest.safeParse(request).success).toBe(false);
  });

  test('the parsed order has no unknown fields, and its batches have no mail fields', () => {
    const hostile = { cents: 0, quote: { total: 0 }, isOperation: true, userId: 'eve', emailWhenDone: true };
    const parsed = createOrderRequest.parse(order([{ ...images(0), ...hostile }], { total: 0, userId: 'eve', totalCents: 0 }));
    expect(Object.keys(parsed)).toEqual(['orderId', 'batches']);
    expect(Object.keys(parsed.batches[0] ?? {})).toEqual(['batchId', 'kind', 'items']);
  });
});
