/**
 * Plans the steps that change an image until a marketplace accepts it. No step cuts the product. No step adds pixels without the permission
 * of the seller.
 */
import { boundsOf, refusingRules } from './bounds.ts';
import { checkRule, refusedRule } from './check.ts';
import { ratioNumber } from './limits.ts';
import { type ImagePreferences, type ImageStep, isRefusal, lastingFlags, type Plan, type Refusal, refuse, type Size } from './plan.ts';
import { changesBetween } from './plan-changes.ts';
import { listedRatios, windowAround } from './plan-frame.ts';
import { type Box, type ImageProbe, measuredValue } from './probe.ts';
import type { Rule } from './schema.ts';

/** Maximum enlargement. A more enlarged image would look blurred beside other photos. */
export const enlargementMax = 2;
const white = '#FFFFFF';
/** Margin for the size of the product. Without it, a product of exactly the minimum size could be measured as too small. */
const fillMargin = 0.02;
const qualityMax = 92;
/** Below this quality, JPEG shows blocks at the edges of a product. */
const qualityMin = 60;
/** Estimated bytes per pixel of a product photo, at the highest and the lowest quality. */
const bytesPerPixel = { highest: 0.35, lowest: 0.08 };
/** Share of a size limit that a file should not exceed. */
const bytesShare = 0.98;
const commonRatios = ['1:1', '4:5', '5:4', '3:4', '4:3', '2:3', '3:2', '9:16', '16:9', '1:2', '2:1'];

type Known = ImageProbe & Size;

export function planImage(probe: ImageProbe, allRules: readonly Rule[], preferences: ImagePreferences): Plan | Refusal {
  const rules = allRules.filter(({ severity }) => severity === 'refused');
  for (const field of ['width', 'height'] as const)
    if (measuredValue(probe, field) === undefined) return { kind: 'refusal', reason: 'notMeasured', field };
  const lasting = refusedRule(probe, refusingRules(rules, ...lastingFlags));
  if (lasting) return refuse('notRepairable', lasting, true);
  const upright = planColours(probe as Known);
  const placed = planPlace(upright.image, rules, preferences);
  if (isRefusal(placed)) return placed;
  const flat = planAlpha(placed.image, rules);
  const file = planFile(flat.image, rules, preferences, { isChanged: [upright, placed, flat].some(({ steps }) => steps.length > 0) });
  if (isRefusal(file)) return file;
  const steps = [upright, placed, flat, file].flatMap((part) => part.steps);
  return { kind: 'plan', steps, result: file.image, changes: changesBetween(probe, file.image) };
}

type Part = { image: Known; steps: ImageStep[] };

function planColours(image: Known): Part {
  const steps: ImageStep[] = [];
  if (image.rotated) steps.push({ kind: 'bakeOrientation' });
  const isOther = image.colourProfile !== undefined && image.colourProfile !== 'srgb';
  if (isOther) steps.push({ kind: 'convertColour', colourProfile: 'srgb' });
  return { image: { ...image, ...(image.rotated && { rotated: false }), ...(isOther && { colourProfile: 'srgb' }) }, steps };
}

/** Plans the canvas: its ratio, the share of the canvas that the product fills, and the white background. */
function planPlace(image: Known, rules: readonly Rule[], { shadow }: ImagePreferences): Part | Refusal {
  const backgroundRule = refusedRule(image, refusingRules(rules, 'whiteBackground'));
  if (backgroundRule && !image.alpha) return refuse('needsCutOut', backgroundRule, false);
  const ratioRule = refusedRule(image, refusingRules(rules, 'ratio'));
  const fillRule = refusedRule(image, refusingRules(rules, 'fillShare'));
  if (!ratioRule && !fillRule) {
    if (!backgroundRule) return { image, steps: [] };
    return { image: { ...image, alpha: false, whiteBackground: true }, steps: [{ kind: 'removeAlpha', background: white }] };
  }
  const isPlain = image.alpha === true || image.whiteBackground === true;
  if (!image.product && (fillRule || !isPlain)) {
    const rule = (fillRule ?? ratioRule) as Rule;
    // A crop could remove a part of the product, because its position in the scene is not known.
    return refuse(isPlain ? 'notMeasured' : 'needsCutOut', rule, measuredValue(image, rule.field));
  }
  const ratio = nearestRatio(image, rules);
  if (ratio === undefined) return refuse('notRepairable', ratioRule as Rule, image.width / image.height);
  const fills = boundsOf(rules, 'fillShare', 0.001);
  const hasFillRule = fills.minRule !== undefined || fills.maxRule !== undefined;
  const canvas = hasFillRule && image.product ? canvasForFill(image.product, ratio, targetFill(fills)) : canvasFor(image, ratio, isPlain);
  return isPlain ? place(image, canvas, shadow) : crop(image, canvas, (fillRule ?? ratioRule) as Rule);
}

/** Returns the allowed ratio that changes the image least. */
function nearestRatio({ width, height }: Known, rules: readonly Rule[]): number | undefined {
  const ratioRules = refusingRules(rules, 'ratio');
  const current = width / height;
  const isAllowed = (ratio: number) => !refusedRule({ kind: 'image', width: ratio, height: 1 }, ratioRules);
  const listed = ratioRules.flatMap(listedRatios);
  const distance = (ratio: number) => Math.abs(Math.log(ratio / current));
  return [current, ...[...listed, ...commonRatios].map(ratioNumber)]
    .filter(isAllowed)
    .sort((one, other) => distance(one) - distance(other))[0];
}

function targetFill({ min, max }: { min: number; max: number }): number {
  if (Number.isFinite(max) && min > 0) return (min + max) / 2;
  return min > 0 ? Math.min(1, min + fillMargin) : max - fillMargin;
}

function canvasForFill(product: Box, ratio: number, fill: number): Size {
  const width = Math.max(product.width / fill, (product.height / fill) * ratio);
  return roundToRatio(width, ratio);
}

/** Returns the smallest canvas that contains the whole image, or the largest part of the image. */
function canvasFor({ width, height }: Size, ratio: number, isPlain: boolean): Size {
  return roundToRatio(isPlain ? Math.max(width, height * ratio) : Math.min(width, height * ratio), ratio);
}

const roundToRatio = (width: number, ratio: number): Size => ({ width: Math.round(width), height: Math.round(width / ratio) });

const fillOf = (product: Box | undefined, { width, height }: Size): number | undefined =>
  product && Math.max(product.width / width, product.height / height);

function place(image: Known, canvas: Size, shadow: ImagePreferences['shadow']): Part {
  const { left: boxLeft, top: boxTop, width, height } = image.product ?? { left: 0, top: 0, width: image.width, height: image.height };
  const left = Math.round((canvas.width - width) / 2 - boxLeft);
  const top = Math.round((canvas.height - height) / 2 - boxTop);
  const product = image.product && { ...image.product, left: boxLeft + left, top: boxTop + top };
  return {
    image: { ...image, ...canvas, product, fillShare: fillOf(product, canvas) ?? image.fillShare, alpha: false, whiteBackground: true },
    steps: [{ kind: 'place', canvas, left, top, background: white, shadow }],
  };
}

function crop(image: Known, canvas: Size, rule: Rule): Part | Refusal {
  if (canvas.width > image.width || canvas.height > image.height) return refuse('needsCutOut', rule, measuredValue(image, rule.field));
  const window = windowAround(image, canvas);
  if (!window) return refuse('productWouldBeCut', rule, measuredValue(image, rule.field));
  const product = image.product && { ...image.product, left: image.product.left - window.left, top: image.product.top - window.top };
  return {
    image: { ...image, ...canvas, product, fillShare: fillOf(product, canvas) },
    steps: [{ kind: 'crop', window }],
  };
}

function planAlpha(image: Known, rules: readonly Rule[]): Part {
  // PNG is lossless, so no quality setting can reduce its size below a limit.
  const refused = refusedRule(image, [...refusingRules(rules, 'alpha', 'bytes', 'format'), ...sizeRulesOf(rules)]);
  if (!image.alpha || !refused) return { image, steps: [] };
  return { image: { ...image, alpha: false, whiteBackground: true }, steps: [{ kind: 'removeAlpha', background: white }] };
}

/** Plans the number of pixels, the format and the size of the file. */
function planFile(
  image: Known,
  rules: readonly Rule[],
  { mayEnlarge }: ImagePreferences,
  { isChanged }: { isChanged: boolean },
): Part | Refusal {
  const scales = scaleBounds(image, rules);
  const bytes = boundsOf(rules, 'bytes', 1);
  const bytesMax = Math.floor(bytes.max * bytesShare);
  const smallest = Math.max(scales.min, 0);
  if (scales.min > scales.max) return refuse('tooFewPixels', scales.minRule as Rule, sizeValue(image, scales.minRule as Rule));
  if (scales.min > 1 && (!mayEnlarge || scales.min > enlargementMax))
    return refuse('tooFewPixels', scales.minRule as Rule, sizeValue(image, scales.minRule as Rule));
  const scale = Math.max(Math.min(1, scales.max), smallest);
  const formats = refusingRules(rules, 'format');
  const isFormatRefused = refusedRule(image, formats) !== undefined;
  const isTooLarge = refusedRule(image, refusingRules(rules, 'bytes')) !== undefined;
  if (!isChanged && scale === 1 && !isFormatRefused && !isTooLarge) return { image, steps: [] };

  // JPEG has no transparency, so an image that keeps its alpha stays PNG.
  const format = image.alpha ? 'png' : refusedRule({ ...image, format: 'jpeg' }, formats) ? 'png' : 'jpeg';
  const formatRule = refusedRule({ ...image, format }, formats);
  if (formatRule) return refuse('notRepairable', formatRule, image.format);
  const pixels = image.width * image.height;
  const fittingScale = Math.min(scale, Math.sqrt(bytesMax / bytesPerPixel.lowest / pixels));
  if (fittingScale < smallest) return refuse('bitrateTooLow', bytes.maxRule as Rule, image.bytes);
  const size = fittingScale === 1 ? { width: image.width, height: image.height } : resized(image, fittingScale);
  const refusedSize = refusedRule({ ...image, ...size }, sizeRulesOf(rules));
  if (refusedSize) return refuse('tooFewPixels', refusedSize, sizeValue({ ...image, ...size }, refusedSize));
  const estimate = Math.ceil(size.width * size.height * bytesPerPixel.highest);
  const product = image.product && scaledBox(image.product, fittingScale);
  return {
    image: { ...image, ...size, format, bytes: Math.min(estimate, bytesMax), ...(product && { product }) },
    steps: [
      ...(fittingScale === 1 ? [] : [{ kind: 'resize' as const, size, ...(fittingScale > 1 && { enlargement: fittingScale }) }]),
      { kind: 'encode', format, qualityMin, qualityMax, ...(Number.isFinite(bytesMax) && { bytesMax }) },
    ],
  };
}

const sizeRulesOf = (rules: readonly Rule[]): Rule[] => refusingRules(rules, 'width', 'height', 'longSide', 'shortSide', 'pixels', 'ratio');

/** Returns the minimum and the maximum factor by which the image may be scaled. */
function scaleBounds(image: Known, rules: readonly Rule[]): { min: number; max: number; minRule?: Rule } {
  const scales: { min: number; max: number; minRule?: Rule } = { min: 0, max: Number.POSITIVE_INFINITY };
  for (const field of ['width', 'height', 'longSide', 'shortSide', 'pixels'] as const) {
    const { min, max, minRule } = boundsOf(rules, field, 1);
    const value = measuredValue(image, field) as number;
    const factor = (limit: number) => (field === 'pixels' ? Math.sqrt(limit / value) : limit / value);
    if (minRule && factor(min) > scales.min) Object.assign(scales, { min: factor(min), minRule });
    scales.max = Math.min(scales.max, factor(max));
  }
  return scales;
}

/** Rounds up if the image becomes larger, and down if it becomes smaller. So a limit is not missed by one pixel. */
function resized({ width, height }: Size, scale: number): Size {
  const round = scale > 1 ? Math.ceil : Math.floor;
  // In floating point, a product of two numbers can be slightly more or less than the exact integer.
  const side = (pixels: number) => round(Number((pixels * scale).toFixed(6)));
  return { width: side(width), height: side(height) };
}

const scaledBox = ({ left, top, width, height }: Box, scale: number): Box => ({
  left: left * scale,
  top: top * scale,
  width: width * scale,
  height: height * scale,
});

const sizeValue = (image: Known, rule: Rule) => checkRule(image, rule).value;
