/** One decoded frame, reduced to its brightness. It has one byte for each pixel, from 0 (black) to 255 (white). */
export type LumaFrame = { seconds: number; width: number; height: number; data: Uint8Array };

/** A part of a video, in seconds from its start. */
export type Span = { from: number; to: number };
