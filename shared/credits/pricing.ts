/** Costs of videos and images (docs/spec.md 12.3, 12.5). */
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
 * Returns the cost of videos: seconds times rate times count. Rates are whole cents, so nothing is rounded.
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
 * Returns the cost of one image.
 * @throws AppError UnknownModel
 */
export function imageCost(id: string): Cents {
  const model = imageModel(id);
  if (!model) throw new AppError('UnknownModel', { details: { model: id } });
  return model.price;
}

/** Default minimum balance for an order: one dollar (docs/spec.md 12.6). */
export const minimumBalanceCents: Cents = 100;

/** Returns whether the available credits cover the required amount. */
export const hasCredits = (available: Cents, required: Cents = minimumBalanceCents): boolean => available >= required;
