/** Checks the aspect ratio of a delivered image. */
import type { Size } from '../size.ts';

/**
 * Maximum difference between the ordered ratio and the ratio of the delivered image. A small difference is normal, because the sides of
 * vendor images are multiples of 16 pixels or more. For example, an image with the ratio 4:5 has 896 × 1152 pixels, a difference of 2.8
 * percent. The two closest offered ratios, 3:4 and 4:5, differ by 6.5 percent. The limit is about half of this difference, so that an image
 * with another ratio is not accepted.
 */
const ratioToleranceShare = 0.032;

export function hasRatio({ width, height }: Size, aspectRatio: string): boolean {
  const [ratioWidth = Number.NaN, ratioHeight = Number.NaN] = aspectRatio.split(':').map(Number);
  const orderedRatio = ratioWidth / ratioHeight;
  return Math.abs(width / height - orderedRatio) <= ratioToleranceShare * orderedRatio;
}
