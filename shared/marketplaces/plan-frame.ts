/**
 * Plans the ratio and the size of a video. The result never has more pixels than its source, never has bars, and never cuts the product.
 */

import { refusingRules } from './bounds.ts';
import { checkRule, refusedRule } from './check.ts';
import { type Limit, ratioNumber } from './limits.ts';
import { type Refusal, refuse, type Size, type VideoPreferences } from './plan.ts';
import type { Box, VideoProbe } from './probe.ts';
import type { Rule } from './schema.ts';

export type Frame = {
  /** The part of the original that remains after a crop. Undefined if the file itself is the source. */
  window?: Box;
  /** All sizes that the rules allow, from the largest to the smallest. */
  sizes: [Size, ...Size[]];
};

/** Returns the ratios that a rule lists. */
export function listedRatios(rule: Rule): string[] {
  const { oneOf = [] }: Limit = rule;
  return oneOf.filter((one) => typeof one === 'string');
}

const commonRatios = ['9:16', '2:3', '3:4', '4:5', '1:1', '5:4', '4:3', '3:2', '16:9', '1:2', '2:1'];
/** Common sizes of the shorter side of a video. */
const shortSides = [2160, 1440, 1080, 720, 640, 540, 480, 360, 240];

/** An encoder for H.264 with 4:2:0 colours needs even sides. */
const even = (pixels: number): number => Math.round(pixels / 2) * 2;
const evenFloor = (pixels: number): number => Math.floor(pixels / 2) * 2;

export function planFrame(probe: VideoProbe & Size, rules: readonly Rule[], { ratio: preferred }: VideoPreferences): Frame | Refusal {
  const { width, height, original = { width, height } } = probe;
  const sizeRules = refusingRules(rules, 'ratio', 'width', 'height', 'longSide', 'shortSide', 'pixels');
  const ratioRules = refusingRules(rules, 'ratio');
  const barsRule = refusedRule(probe, refusingRules(rules, 'bars'));
  if (barsRule && !probe.original) return refuse('notRepairable', barsRule, true);
  const ratioRule = refusedRule(probe, ratioRules);
  let refusal: Refusal | undefined;
  if (!ratioRule && !barsRule) {
    const sizes = sizesFor({ width, height }, width / height, sizeRules);
    if (hasFirst(sizes)) return { sizes };
    refusal = refuseSize({ width, height }, sizeRules);
    // A crop from a larger original can have enough pixels.
    if (!probe.original) return refusal;
  }

  // A ratio that the placement only recommends is also a good choice for a new crop.
  const listed = rules.filter(({ field }) => field === 'ratio').flatMap(listedRatios);
  const cutRule = (ratioRule ?? barsRule ?? refusal?.rule) as Rule;
  const keptShare = (ratio: string) => {
    const change = ratioNumber(ratio) / (original.width / original.height);
    return Math.min(change, 1 / change);
  };
  const candidates = [...new Set([...listed, ...commonRatios])]
    .filter((ratio) => !refusedRule({ kind: 'video', width: ratioNumber(ratio), height: 1 }, ratioRules))
    .sort((one, other) => Number(other === preferred) - Number(one === preferred) || keptShare(other) - keptShare(one));
  for (const ratio of candidates) {
    const frame = cutTo(ratioNumber(ratio), original, sizeRules, cutRule);
    if (!('kind' in frame)) return frame;
    refusal ??= frame;
  }
  return refusal ?? refuse('notRepairable', cutRule, width / height);
}

function cutTo(ratio: number, original: NonNullable<VideoProbe['original']>, sizeRules: readonly Rule[], rule: Rule): Frame | Refusal {
  // A wide crop keeps less than a third of the height of an upright original. To show more of the height, it would need bars or invented
  // pixels.
  if (original.width < original.height && ratio > 1) return refuse('uprightOriginal', rule, original.width / original.height);
  const width = Math.min(evenFloor(original.width), even(original.height * ratio));
  const window = windowAround(original, { width, height: Math.min(evenFloor(original.height), even(width / ratio)) });
  if (!window) return refuse('productWouldBeCut', rule, original.width / original.height);
  const sizes = sizesFor(window, ratio, sizeRules);
  return hasFirst(sizes) ? { window, sizes } : refuseSize(window, sizeRules);
}

/**
 * Returns a window that contains the product and is as close as possible to the centre of the image. Returns undefined if the product is
 * larger than the window.
 */
export function windowAround({ width, height, product }: Size & { product?: Box }, size: Size): Box | undefined {
  if (product && (product.width > size.width || product.height > size.height)) return undefined;
  const place = (whole: number, part: number, start: number, length: number) =>
    Math.round(Math.max(Math.min((whole - part) / 2, start), start + length - part));
  return {
    left: product ? place(width, size.width, product.left, product.width) : Math.floor((width - size.width) / 2),
    top: product ? place(height, size.height, product.top, product.height) : Math.floor((height - size.height) / 2),
    ...size,
  };
}

/** Returns the sizes with this ratio that are not larger than the source and that satisfy all rules. */
function sizesFor(source: Size, ratio: number, rules: readonly Rule[]): Size[] {
  const limits = rules.flatMap((rule) => numbersOf(rule).map((pixels) => [rule.field, pixels] as const));
  const isWide = ratio >= 1;
  const widthOf = (side: 'width' | 'height', pixels: number) => (side === 'width' ? pixels : pixels * ratio);
  const widths = [
    ...limits.flatMap(([field, pixels]) => {
      if (field === 'width' || field === 'height') return [widthOf(field, pixels)];
      if (field === 'longSide') return [widthOf(isWide ? 'width' : 'height', pixels)];
      if (field === 'shortSide') return [widthOf(isWide ? 'height' : 'width', pixels)];
      return field === 'pixels' ? [Math.sqrt(pixels * ratio) - 2] : [];
    }),
    ...shortSides.map((pixels) => widthOf(isWide ? 'height' : 'width', pixels)),
    evenFloor(source.width),
  ];
  const sizes = widths.map((width) => ({ width: even(width), height: Math.min(even(even(width) / ratio), evenFloor(source.height)) }));
  const fitting = [{ width: source.width, height: source.height }, ...sizes].filter(
    (size) =>
      size.width <= source.width && size.height <= source.height && size.height >= 2 && !refusedRule({ kind: 'video', ...size }, rules),
  );
  const unique = new Map(fitting.map((size) => [`${size.width}x${size.height}`, size]));
  return [...unique.values()].sort((one, other) => other.width * other.height - one.width * one.height);
}

function numbersOf(rule: Rule): number[] {
  const { min, max, below, oneOf = [] }: Limit = rule;
  return [min, max, below, ...oneOf].filter((one): one is number => typeof one === 'number');
}

const hasFirst = (sizes: Size[]): sizes is [Size, ...Size[]] => sizes.length > 0;

/**
 * Refuses with a rule that forbids the largest possible size. If several rules forbid it, the result names a rule that needs more pixels.
 */
function refuseSize(size: Size, rules: readonly Rule[]): Refusal {
  const refused = rules.map((rule) => checkRule({ kind: 'video', ...size }, rule)).filter(({ state }) => state === 'refused');
  const { rule, value } = refused.find(({ field }) => field !== 'ratio') ?? refused[0] ?? {};
  return refuse('tooFewPixels', rule as Rule, value);
}
