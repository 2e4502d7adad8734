import { imageCost, videoCost } from '../credits/pricing.ts';
import type { Cents } from '../money.ts';
import type { OrderSettings } from './items.ts';

/** Returns the current price of one item in cents (docs/spec.md 12.3). @throws AppError UnknownModel */
export const unitCentsOf = (settings: OrderSettings): Cents =>
  settings.kind === 'image'
    ? imageCost(settings.model)
    : videoCost({ model: settings.model, durationSeconds: settings.duration, audioEnabled: settings.generateAudio, videoCount: 1 })
        .totalCost;
