import { videoCost } from '#shared/credits/pricing.ts';

/** Returns the price of a video of this model without audio. */
export const priceWithoutAudio = (model: string, seconds: number) =>
  videoCost({ model, durationSeconds: seconds, audioEnabled: false, videoCount: 1 }).singleVideoCost;
