import { imageCost, videoCost } from '#shared/credits/pricing.ts';
import type { Cents } from '#shared/money.ts';
import { type Mils, vendorPrices, videoPriceMils } from '#shared/vendor-prices.ts';
import type { BatchItem, Item } from '../store/batch-rows.ts';

/** Returns the current price of an item. @throws AppError UnknownModel */
export function costOf(item: BatchItem): Cents {
  if (item.kind === 'image') return imageCost(item.model);
  const { model, durationSeconds, generateAudio } = item;
  return videoCost({ model, durationSeconds, audioEnabled: generateAudio, videoCount: 1 }).totalCost;
}

/** Returns our cost of the vendor request for an item. Before the order it assumes fal, the default vendor of videos. */
export function priceMilsOf(item: Item): Mils {
  if (item.kind === 'image' || item.kind === 'pipeline') return vendorPrices.image;
  if (item.kind === 'photo-edit') return vendorPrices.photoEdit[item.settings.apiMode];
  return videoPriceMils(item, item.vendor ?? 'fal');
}
