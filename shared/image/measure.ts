/** Checks the aspect ratio of a delivered image. */
import type { Size } from '../size.ts';

/**
 * Maximum difference between the ordered ratio and the ratio of the delivered image. A difference is normal, because vendors use multiples
 * of 16 pixels or more: their images with the ratio 4:5, for example, have 896 × 1152 pixels, which differs by 2.8 percent. The two closest
 * offered ratios, 3:4 and 4:5, differ by 6.5 percent. The limit is about half of 6.5 percent, so that an image with another ratio is not
 * accepted.
 */
const ratioToleranceShare = 0.032;

export function hasRatio({ width, height }: Size, aspectRatio: string): boolean {
  const [ratioWidth = Number.NaN, ratioHeight = Number.NaN] = aspectRatio.split(':').map(Number);
  const orderedRatio = ratioWidth / ratioHeight;
  return Math.abs(width / height - orderedRatio) <= ratioToleranceShare * orderedRatio;
}
