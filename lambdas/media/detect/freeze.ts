/** Finds parts of a video without motion. */
import type { LumaFrame, Span } from './luma.ts';

/** Minimum duration of a freeze. A shorter part without motion is only a pause of the camera. */
export const freezeSecondsMin = 1.5;
/** Maximum average difference between the pixels of two frames that show the same picture. Compression causes such differences. */
const sameFrameMax = 0.25;
/**
 * The picture is compared in blocks of this side length. Without blocks, a small product that moves in front of a still background would
 * not count as motion.
 */
const blockSide = 16;
/** Maximum average difference in one block of two frames that show the same picture. */
const sameBlockMax = 2.5;

/** Collects the frames of a video in their order. */
export function createFreezeDetector(): { add(frame: LumaFrame): void; result(endSeconds: number): Span[] } {
  const freezes: Span[] = [];
  let reference: LumaFrame | undefined;
  const close = (endSeconds: number) => {
    if (reference && endSeconds - reference.seconds >= freezeSecondsMin - 1e-6) freezes.push({ from: reference.seconds, to: endSeconds });
  };
  return {
    add(frame) {
      // Each frame is compared with the first frame of the part. So even a very slow motion is detected after some time.
      if (reference && showSamePicture(reference, frame)) return;
      close(frame.seconds);
      reference = { ...frame, data: Uint8Array.from(frame.data) };
    },
    result(endSeconds) {
      close(endSeconds);
      reference = undefined;
      return freezes;
    },
  };
}

/** Frames of different sizes never count as the same picture. */
export function showSamePicture(one: LumaFrame, other: LumaFrame): boolean {
  const { width, height } = one;
  if (width !== other.width || height !== other.height) return false;
  let total = 0;
  for (let top = 0; top < height; top += blockSide)
    for (let left = 0; left < width; left += blockSide) {
      const difference = differenceIn(one, other, left, top);
      const pixels = Math.min(blockSide, width - left) * Math.min(blockSide, height - top);
      if (difference > sameBlockMax * pixels) return false;
      total += difference;
    }
  return total <= sameFrameMax * width * height;
}

function differenceIn(one: LumaFrame, other: LumaFrame, left: number, top: number): number {
  const { width, height } = one;
  let difference = 0;
  for (let y = top; y < Math.min(height, top + blockSide); y++)
    for (let offset = y * width + left; offset < y * width + Math.min(width, left + blockSide); offset++)
      difference += Math.abs((one.data[offset] ?? 0) - (other.data[offset] ?? 0));
  return difference;
}
