/** Whether an image has the shape that was ordered. */
import type { Size } from '../video/ratio.ts';

/**
 * Vendors draw in multiples of 16 pixels or more, so that 896 × 1152 is their 4:5, 2.8 percent off. The nearest two ratios on offer,
 * 3:4 and 4:5, lie 6.5 percent apart: half of that tells them from each other.
 */
const ratioToleranceShare = 0.032;

export function hasRatio({ width, height }: Size, aspectRatio: string): boolean {
  const [across = Number.NaN, down = Number.NaN] = aspectRatio.split(':').map(Number);
  const wanted = across / down;
  return Math.abs(width / height - wanted) <= ratioToleranceShare * wanted;
}
