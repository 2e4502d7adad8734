/** SPEC 9 defaults of the video tools (checklist Z4, I6). */
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

/** Five videos of one batch are made at once (SPEC 9, timing and concurrency). */
export const concurrentVideosMax = 5;

/** The shapes that the models make; whatever else is ordered is cut out of one of them (Q22). */
export type NativeRatio = '9:16' | '16:9';

/** Width and height in pixels of a clip as a model makes it. */
export function frameSize(aspectRatio: NativeRatio, resolution: Resolution): { width: number; height: number } {
  const [long, short] = resolution === '1080p' ? [1920, 1080] : [1280, 720];
  return aspectRatio === '9:16' ? { width: short, height: long } : { width: long, height: short };
}
