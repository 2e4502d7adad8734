/** What things cost (SPEC 5 'Cost computation', SPEC 9 prices; checklist F7 to F10). */
import { imageModel, videoModel } from '../catalogue.ts';
import { AppError } from '../errors.ts';
import type { Cents } from '../money.ts';
import { pricePerSecond, videoPrice } from './video-price.ts';

export type CostRequest = { model: string; durationSeconds: number; audioEnabled: boolean; videoCount: number };

export type CostBreakdown = {
  singleVideoCost: Cents;
  videoCount: number;
  totalCost: Cents;
  modelName: string;
  durationSeconds: number;
  audioEnabled: boolean;
  pricePerSecond: Cents;
};

/**
 * The cost of some videos in cents: seconds times the per-second rate, times the count. Rates are whole cents, so nothing is rounded (Q15).
 * @throws AppError UnknownModel
 */
export function videoCost({ model: id, durationSeconds, audioEnabled, videoCount }: CostRequest): CostBreakdown {
  const model = videoModel(id);
  if (!model) throw new AppError('UnknownModel', { details: { model: id } });
  const singleVideoCost = videoPrice(model, durationSeconds, audioEnabled);
  return {
    singleVideoCost,
    videoCount,
    totalCost: singleVideoCost * videoCount,
    modelName: model.displayName,
    durationSeconds,
    audioEnabled,
    pricePerSecond: pricePerSecond(model, audioEnabled),
  };
}

/**
 * The cost of one image in cents.
 * @throws AppError UnknownModel
 */
export function imageCost(id: string): Cents {
  const model = imageModel(id);
  if (!model) throw new AppError('UnknownModel', { details: { model: id } });
  return model.price;
}

/** The least balance with which a run may be tried at all, in cents (SPEC 5 'Affordability', default 1; checklist D13). */
export const minimumBalanceCents: Cents = 100;

/** Whether a balance covers the required amount, both in cents (checklist D13). */
export const hasCredits = (available: Cents, required: Cents = minimumBalanceCents): boolean => available >= required;
