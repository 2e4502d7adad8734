import { imageCost, videoCost } from '#shared/credits/pricing.ts';
import type { Cents } from '#shared/money.ts';
import { editCost } from '#shared/photo-edit/batch.ts';
import { type Mils, vendorPrices, videoPriceMils } from '#shared/vendor-prices.ts';
import type { BatchItem } from '../store/batch-rows.ts';
import { needsPrompt } from './needs-prompt.ts';

/**
 * Returns the current price of an item.
 * @throws AppError UnknownModel
 */
export function costOf(item: BatchItem): Cents {
  if (item.kind === 'image') return imageCost(item.model);
  if (item.kind === 'edit') return editCost(item.settings);
  const { model, durationSeconds, generateAudio } = item;
  return videoCost({ model, durationSeconds, audioEnabled: generateAudio, videoCount: 1 }).totalCost;
}

/**
 * Returns our cost of the vendor requests for an item, each with one attempt. If the vendor of a video is not known, uses the price of fal,
 * because fal is the default vendor.
 */
export function requestMilsOf(item: BatchItem): Mils {
  if (item.kind === 'edit') return vendorPrices.photoEdit[item.settings.apiMode];
  const promptMils = needsPrompt(item) ? vendorPrices.prompt : 0;
  return promptMils + (item.kind === 'image' ? vendorPrices.image : videoPriceMils(item, item.vendor ?? 'fal'));
}
