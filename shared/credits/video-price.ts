/** The price of a video. This file does not import shared/errors.ts, so that the first page does not load the list of error codes. */
import type { VideoModel } from '../catalogue.ts';
import type { Cents } from '../money.ts';

/** Price of one second of video (docs/spec.md 12.3). */
export const pricePerSecond = ({ pricing }: VideoModel, audioEnabled: boolean): Cents =>
  audioEnabled ? pricing.audioOn : pricing.audioOff;

/** Price of one video: seconds times rate (docs/spec.md 12.5). Rates are whole cents, so nothing is rounded. */
export const videoPrice = (model: VideoModel, seconds: number, audioEnabled: boolean): Cents =>
  seconds * pricePerSecond(model, audioEnabled);
