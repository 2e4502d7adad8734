/** What a batch has cost: rates, what was held for it, charged and given back. In cents. */
import type { VideoBatchResponse } from '#shared/batch/api.ts';
import { hasEnded } from '#shared/batch/batch.ts';
import { videoModel } from '#shared/catalogue.ts';
import { type Cents, centsFromDollars } from '#shared/money.ts';
import { videoDefaults } from '#shared/video/defaults.ts';

export type ReceiptLine = {
  model: string;
  generateAudio: boolean;
  count: number;
  /** Of one second. */
  rate: Cents;
  /** Of one video. */
  each: Cents;
};

export type Receipt = {
  lines: ReceiptLine[];
  held: Cents;
  charged: Cents;
  released: Cents;
  /** Still held for items that have not ended. */
  reserved: Cents;
};

/** The receipt of a batch: a line for each price, in the order of the items. What was held is charged, given back, or still held. */
export function receiptOf({ items }: Pick<VideoBatchResponse, 'items'>): Receipt {
  const lines = new Map<string, ReceiptLine>();
  const receipt = { held: 0, charged: 0, released: 0, reserved: 0 };
  for (const { model, generateAudio, cost, charged, status } of items) {
    const each = centsFromDollars(cost);
    const taken = centsFromDollars(charged);
    const line = lines.get(`${model} ${generateAudio} ${each}`) ?? {
      model: videoModel(model)?.displayName ?? model,
      generateAudio,
      count: 0,
      rate: each / videoDefaults.durationSeconds,
      each,
    };
    lines.set(`${model} ${generateAudio} ${each}`, { ...line, count: line.count + 1 });
    receipt.held += each;
    receipt.charged += taken;
    if (hasEnded(status)) receipt.released += each - taken;
    else receipt.reserved += each;
  }
  return { lines: [...lines.values()], ...receipt };
}
