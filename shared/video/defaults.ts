/** Defaults of the video tools (docs/spec.md 5.11). */
import type { Resolution, VideoModelId } from '../catalogue.ts';

export const videoDefaults = {
  prompt: '',
  aspectRatio: '9:16',
  model: 'veo3' as VideoModelId,
  durationSeconds: 8 as const,
  resolution: '1080p' as Resolution,
  generateAudio: false,
};

export const emptyCardsAtStart = 3;

/** Maximum number of videos of a batch that are made in parallel (docs/spec.md 5.6). */
export const concurrentVideosMax = 5;

/** Ratios that the models generate. For another ratio, a video with one of these ratios is cropped (docs/spec.md 5.3). */
export type NativeRatio = '9:16' | '16:9';

/** Returns the size of a generated clip in pixels. */
export function frameSize(aspectRatio: NativeRatio, resolution: Resolution): { width: number; height: number } {
  const [long, short] = resolution === '1080p' ? [1920, 1080] : [1280, 720];
  return aspectRatio === '9:16' ? { width: short, height: long } : { width: long, height: short };
}
