/** What passes between the stand-in and the child process that renders one clip. */
import type { VideoCodec } from './clip-fault.ts';
import type { RenderFailure } from './render-error.ts';

export type RenderJob = {
  /** http(s) or data. */
  photoUrl: string;
  prompt: string;
  seed: number;
  seconds: number;
  /** The clip's sides in pixels, both even. */
  longSide: number;
  shortSide: number;
  /** 'auto' lays the clip as the photo lies. */
  aspectRatio: 'auto' | '16:9' | '9:16';
  generateAudio: boolean;
  /** Without camera motion, which makes the clip very cheap. */
  still: boolean;
  /** Not H.264 only where a test wants a clip that nobody ordered. */
  codec: VideoCodec;
  /** The mp4 to write. */
  file: string;
};

export type RenderMessage = { type: 'progress'; percent: number } | { type: 'rendered' } | { type: 'failed'; failure: RenderFailure };
