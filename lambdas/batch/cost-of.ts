import { imageCost, videoCost } from '#shared/credits/pricing.ts';
import type { Cents } from '#shared/money.ts';
import type { BatchItem } from '../store/batch-rows.ts';

/** What an item costs today. @throws AppError UnknownModel */
export function costOf(item: BatchItem): Cents {
  if (item.kind === 'image') return imageCost(item.model);
  const { model, durationSeconds, generateAudio } = item;
  return videoCost({ model, durationSeconds, audioEnabled: generateAudio, videoCount: 1 }).totalCost;
}
