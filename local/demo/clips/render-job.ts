/** Messages between a stand-in and the child process that renders one clip. */
import type { RenderFailure } from './render-error.ts';

export type RenderJob = {
  /** An http(s) or data: URL. */
  photoUrl: string;
  prompt: string;
  seed: number;
  seconds: number;
  /** Sides of the clip in pixels, both even. */
  longSide: number;
  shortSide: number;
  /** 'auto' uses the orientation of the photo. */
  aspectRatio: 'auto' | '16:9' | '9:16';
  generateAudio: boolean;
  /** If true, the clip has no camera motion. Such a clip is rendered very quickly. */
  isStill: boolean;
  /** Path of the mp4 to write. */
  file: string;
};

export type RenderMessage = { type: 'progress'; percent: number } | { type: 'rendered' } | { type: 'failed'; failure: RenderFailure };
