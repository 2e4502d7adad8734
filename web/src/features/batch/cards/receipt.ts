/** The cost of a batch in cents: prices, and the amounts that were held, charged and released. */
import type { BatchItem } from '#shared/batch/api.ts';
import { hasEnded } from '#shared/batch/batch.ts';
import { modelName } from '#shared/catalogue.ts';
import { type Cents, centsFromDollars } from '#shared/money.ts';
import { videoDefaults } from '#shared/video/defaults.ts';

export type ReceiptLine = {
  model: string;
  count: number;
  /** Price of one item. */
  each: Cents;
  /** Price of one second of video, and whether the video has sound. */
  perSecond?: { rate: Cents; generateAudio: boolean };
};

export type Receipt = {
  lines: ReceiptLine[];
  held: Cents;
  charged: Cents;
  released: Cents;
  /** Credits that are still held for items that have not ended. */
  reserved: Cents;
};

/**
 * Returns one line for each price, in the order of the items. Each amount was held first. Later, it was charged or released, or it is still
 * held.
 */
export function receiptOf({ items }: { items: readonly BatchItem[] }): Receipt {
  const lines = new Map<string, ReceiptLine>();
  const receipt = { held: 0, charged: 0, released: 0, reserved: 0 };
  for (const item of items) {
    const price = centsFromDollars(item.cost);
    const charged = centsFromDollars(item.charged);
    const generateAudio = 'generateAudio' in item ? item.generateAudio : undefined;
    const key = `${item.model} ${generateAudio} ${price}`;
    lines.set(key, {
      model: modelName(item.model),
      count: (lines.get(key)?.count ?? 0) + 1,
      each: price,
      ...(generateAudio !== undefined && { perSecond: { rate: price / videoDefaults.durationSeconds, generateAudio } }),
    });
    receipt.held += price;
    receipt.charged += charged;
    if (hasEnded(item.status)) receipt.released += price - charged;
    else receipt.reserved += price;
  }
  return { lines: [...lines.values()], ...receipt };
}
