/** The one rule by which a video is priced. It refuses nothing, so that the page's first view can do without the list of errors. */
import type { VideoModel } from '../catalogue.ts';
import type { Cents } from '../money.ts';

/** Cents for one second of video (SPEC 9, credits and pricing). */
export const pricePerSecond = ({ pricing }: VideoModel, audioEnabled: boolean): Cents =>
  audioEnabled ? pricing.audioOn : pricing.audioOff;

/** Cents for one video: seconds times the rate (SPEC 5, cost computation). Rates are whole cents, so nothing is rounded (Q15). */
export const videoPrice = (model: VideoModel, seconds: number, audioEnabled: boolean): Cents =>
  seconds * pricePerSecond(model, audioEnabled);
