/**
 * List prices of the vendors in November 2026 (docs/vendors.md). Two places use these prices: the limits on unpaid work and the test of the
 * daily vendor bill. The unit is a mil (a thousandth of a dollar), because a text costs less than a cent.
 */
import type { VideoModelId } from './catalogue.ts';
import type { VideoVendorName } from './vendors.ts';

export type Mils = number;

/** Prices of one second of video from Veo 3.1 at fal. Google has the same prices, but Google makes all videos with sound. */
const videoSecond: Record<VideoModelId, { audioOff: Mils; audioOn: Mils }> = {
  veo3: { audioOff: 200, audioOn: 400 },
  'veo3-fast': { audioOff: 100, audioOn: 150 },
};

type Video = { model: VideoModelId; durationSeconds: number; generateAudio: boolean };

export const videoPriceMils = ({ model, durationSeconds, generateAudio }: Video, vendor: VideoVendorName): Mils =>
  durationSeconds * videoSecond[model][generateAudio || vendor === 'gemini' ? 'audioOn' : 'audioOff'];

export const vendorPrices = {
  /** Highest cost of an image at OpenAI or Gemini, with three input pictures and a prompt of 2,000 characters. */
  image: 37,
  /** An extension of a photo costs four credits at Stability. */
  outpaint: 40,
  /** Prices per call in Photoroom's monthly plan. */
  photoEdit: { 'remove-background': 20, 'image-editing': 100 },
  /** Highest cost of a prompt from a small text model, with one photo and at most 4,096 tokens. The usual cost is below one mil. */
  prompt: 2,
  /** Highest cost of a judgement from a small text model, with four pictures and at most 6,000 tokens. The usual cost is below two mils. */
  judgement: 5,
} as const;
