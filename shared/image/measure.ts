/** Checks the shape of a delivered image. */
import type { Size } from '../size.ts';

/**
 * Vendors use multiples of 16 pixels or more. For example, their 4:5 is 896 × 1152, which differs by 2.8 percent. The two closest
 * offered ratios, 3:4 and 4:5, differ by 6.5 percent, so about half of that separates them.
 */
const ratioToleranceShare = 0.032;

export function hasRatio({ width, height }: Size, aspectRatio: string): boolean {
  const [across = Number.NaN, down = Number.NaN] = aspectRatio.split(':').map(Number);
  const wanted = across / down;
  return Math.abs(width / height - wanted) <= ratioToleranceShare * wanted;
}
