/** Aspect ratios: the options, custom ratios and the ratio of a photo (docs/spec.md 5.3). */
import type { Size } from '../size.ts';

/** Ratios in the dropdown. All other ratios are custom ratios. */
export const ratioOptions = ['9:16', '16:9', '1:1'] as const;

/** Largest side of a custom ratio. Sides are whole numbers, and the smallest side is 1. */
export const ratioSideMax = 50;
/** Maximum length of the long side, as a multiple of the short side. */
export const ratioStretchMax = 3;
/** Maximum difference between the width / height of a photo and the width / height of a common ratio. */
const detectionTolerance = 0.05;
const commonRatios = ['16:9', '9:16', '1:1', '4:3', '3:4'] as const;

/** Reasons to refuse a custom ratio. The page has a text for each reason. */
export type RatioFault = 'empty' | 'no_colon' | 'not_whole_numbers' | 'too_long';

/** Reads a custom ratio that a user typed. Returns it in its stored form, for example `3:4` for ` 6 : 8 `. */
export function readRatio(text: string): { ratio: string } | { fault: RatioFault } {
  const trimmed = text.trim();
  if (trimmed === '') return { fault: 'empty' };
  if (!trimmed.includes(':')) return { fault: 'no_colon' };
  const [, width = 0, height = 0] = /^(\d+)\s*:\s*(\d+)$/.exec(trimmed)?.map(Number) ?? [];
  if (![width, height].every((side) => side >= 1 && side <= ratioSideMax)) return { fault: 'not_whole_numbers' };
  if (Math.max(width, height) > ratioStretchMax * Math.min(width, height)) return { fault: 'too_long' };
  return { ratio: storedForm(reducedRatio(width, height)) };
}

/** Returns whether a text is a valid ratio in its stored or reduced form, without spaces. */
export function isRatio(text: string): boolean {
  const result = readRatio(text);
  return 'ratio' in result && (result.ratio === text || result.ratio === storedForm(text));
}

/** Returns the sides of a ratio as numbers. A missing side is NaN. */
export function sidesOf(ratio: string): Size {
  const [width = Number.NaN, height = Number.NaN] = ratio.split(':').map(Number);
  return { width, height };
}

/**
 * Returns one of five common ratios if the difference is within the tolerance. Otherwise, returns the closest ratio with sides of at most
 * 50.
 */
export function detectRatio({ width, height }: Size): string {
  const quotient = width / height;
  const commonRatio = commonRatios.find((name) => {
    const sides = sidesOf(name);
    return Math.abs(quotient - sides.width / sides.height) <= detectionTolerance;
  });
  return commonRatio ?? nearestRatio(quotient);
}

/** Returns the closest ratio with sides of at most 50. If several ratios are equally close, returns the simplest one. */
function nearestRatio(quotient: number): string {
  let closest = { width: 1, height: 1, distance: Number.POSITIVE_INFINITY };
  for (let height = 1; height <= ratioSideMax; height++) {
    const width = Math.min(ratioSideMax, Math.max(1, Math.round(quotient * height)));
    const distance = Math.abs(Math.log(width / height / quotient));
    if (distance < closest.distance - 1e-9) closest = { width, height, distance };
  }
  return storedForm(reducedRatio(closest.width, closest.height));
}

/** 21:9 is the only stored ratio that is not in its lowest terms (docs/spec.md 5.3). */
const storedForms = new Map([['7:3', '21:9']]);
const storedForm = (reducedRatio: string): string => storedForms.get(reducedRatio) ?? reducedRatio;

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));
const reducedRatio = (width: number, height: number): string =>
  `${width / greatestCommonDivisor(width, height)}:${height / greatestCommonDivisor(width, height)}`;
