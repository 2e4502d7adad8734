/** Aspect ratios: those on offer, how a custom one is read, what a photo's is called (SPEC 5, 9; checklist L1 to L4; Q23). */
export type Size = { width: number; height: number };

/** The dropdown's own; any other ratio is a custom one. */
export const ratioOptions = ['9:16', '16:9', '1:1'] as const;

/** Each side of a custom ratio is a whole number up to this. */
export const ratioSideMax = 50;
/** A ratio is at most so many times longer than wide, or wider than long. */
export const ratioStretchMax = 3;
/** How far the quotient of a photo's sides may be from a named ratio's for the photo to have that ratio. */
const detectionTolerance = 0.05;
const detectable = ['16:9', '9:16', '1:1', '4:3', '3:4'] as const;

/** Why a text is no custom ratio. Each has a text of its own on the page. */
export type RatioFault = 'empty' | 'no_colon' | 'not_whole_numbers' | 'too_long';

/** Reads a typed custom ratio and returns it in its usual form, as `3:4` for ` 6 : 8 `. SPEC's check comes first: not empty, with a colon. */
export function readRatio(text: string): { ratio: string } | { fault: RatioFault } {
  const trimmed = text.trim();
  if (trimmed === '') return { fault: 'empty' };
  if (!trimmed.includes(':')) return { fault: 'no_colon' };
  const [, width = 0, height = 0] = /^(\d+)\s*:\s*(\d+)$/.exec(trimmed)?.map(Number) ?? [];
  if (![width, height].every((side) => side >= 1 && side <= ratioSideMax)) return { fault: 'not_whole_numbers' };
  if (Math.max(width, height) > ratioStretchMax * Math.min(width, height)) return { fault: 'too_long' };
  return { ratio: usual(reduced(width, height)) };
}

/** Whether a text is a ratio in its usual or reduced form, without blanks and within the limits. */
export function isRatio(text: string): boolean {
  const read = readRatio(text);
  return 'ratio' in read && (read.ratio === text || read.ratio === usual(text));
}

/** The sides of a ratio as numbers. */
export function sidesOf(ratio: string): Size {
  const [width = Number.NaN, height = Number.NaN] = ratio.split(':').map(Number);
  return { width, height };
}

/** What the ratio of a picture is called: one of five names within the tolerance, otherwise its own with sides of at most 50. */
export function detectRatio({ width, height }: Size): string {
  const quotient = width / height;
  const named = detectable.find((name) => {
    const sides = sidesOf(name);
    return Math.abs(quotient - sides.width / sides.height) <= detectionTolerance;
  });
  return named ?? nearestRatio(quotient);
}

/** The ratio with sides of at most 50 that comes nearest; the simplest of those that are equally near. */
function nearestRatio(quotient: number): string {
  let best = { width: 1, height: 1, distance: Number.POSITIVE_INFINITY };
  for (let height = 1; height <= ratioSideMax; height++) {
    const width = Math.min(ratioSideMax, Math.max(1, Math.round(quotient * height)));
    const distance = Math.abs(Math.log(width / height / quotient));
    if (distance < best.distance - 1e-9) best = { width, height, distance };
  }
  return usual(reduced(best.width, best.height));
}

/** SPEC 9 names one ratio by a form that is not reduced. */
const usualForms = new Map([['7:3', '21:9']]);
const usual = (reducedRatio: string): string => usualForms.get(reducedRatio) ?? reducedRatio;

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
const reduced = (width: number, height: number): string => `${width / divisor(width, height)}:${height / divisor(width, height)}`;
