import { expect, test } from 'vitest';
import type { ImageBatchItem, VideoBatchItem } from '#shared/batch/api.ts';
import type { ItemStatus } from '#shared/batch/batch.ts';
import { videoItem } from './items.test-support.ts';
import { receiptOf } from './receipt.ts';

const item = (status: ItemStatus, change: Partial<VideoBatchItem> = {}) => videoItem('a', status, change);

test.each([
  ['a delivered item is charged', item('completed'), { held: 200, charged: 200, released: 0, reserved: 0 }],
  ['the credits of a failed item are released', item('failed'), { held: 200, charged: 0, released: 200, reserved: 0 }],
  ['the credits of a cancelled item are released', item('cancelled'), { held: 200, charged: 0, released: 200, reserved: 0 }],
  ['the credits of a running item stay reserved', item('generating'), { held: 200, charged: 0, released: 0, reserved: 200 }],
  ['the credits of a queued item stay reserved', item('queued'), { held: 200, charged: 0, released: 0, reserved: 200 }],
])('%s', (_name, testedItem, sums) => {
  expect(receiptOf({ items: [testedItem] })).toMatchObject(sums);
});

test('a receipt of videos has one line for each price, with the price per second', () => {
  const { lines, held } = receiptOf({
    items: [
      item('completed'),
      item('completed', { model: 'veo3-fast', generateAudio: true, cost: 1.6, charged: 1.6 }),
      item('failed'),
      item('completed', { model: 'retired', cost: 0.8, charged: 0.8 }),
    ],
  });
  expect(lines).toEqual([
    { model: 'Veo 3.1', count: 2, each: 200, perSecond: { rate: 25, generateAudio: false } },
    { model: 'Veo 3.1 fast', count: 1, each: 160, perSecond: { rate: 20, generateAudio: true } },
    { model: 'retired', count: 1, each: 80, perSecond: { rate: 10, generateAudio: false } },
  ]);
  expect(held).toBe(640);
});

test('a receipt of images has one price per image, and no price per second', () => {
  const { resolution: _, generateAudio: __, ...common } = item('completed', { cost: 0.05, charged: 0.05 });
  const image: ImageBatchItem = { ...common, model: 'GPT-Image-1' };
  expect(receiptOf({ items: [image, image] })).toMatchObject({
    lines: [{ model: 'GPT-Image-1', count: 2, each: 5 }],
    held: 10,
    charged: 10,
  });
});
