/**
 * Judges one area of an edited photo by its pixels, compared with the change in the example. The judge confirms only properties that it can
 * measure. It cannot read text, because text in a picture only adds edges. Texts for the seller are phrase keys. phrases.json contains
 * their sentences. Prompts for the image editor are in English.
 */
import sharp from 'sharp';
import { cacheByFiles } from '../cache-by-files.ts';
import { measureLook } from '../pictures/example.ts';
import { type Picture, type Rgb, readPicture, sharpOf } from '../pictures/picture.ts';
import { findProductMask, type ProductMask } from '../pictures/product-mask.ts';
import { removeText } from '../pictures/text.ts';
import type { Phrase } from './phrases.ts';

export type Files = { current: Buffer; input: Buffer; before: Buffer; after: Buffer };
export type Verdict = { isSolved: boolean; assessment: Phrase; nextSteps: Phrase[]; improvementPrompt: string };
export type Accuracy = { isSame: boolean; confidence: number; analysis: Phrase; issues: Phrase[] };

/** Measured values of one picture. The comment of `measureLook` describes `border`, `borderDeviation`, `highlight` and `saturation`. */
type Facts = ReturnType<typeof measureLook> & {
  productMask: ProductMask;
  /** Mean strength of the product's edges, divided by the product's brightness. */
  sharpness: number;
  /** The brightness of the border minus the brightness directly below the product. */
  shadow: number;
  /** Number of text lines outside the product. */
  lines: number;
};
export type Measurements = Record<keyof Files, Facts> & {
  /** Mean difference between the current picture and `after`, in 8-bit steps. */
  distance: number;
  /**
   * Difference between the product in `current` and in `input`: the ratio of the channel gains, and the mean difference after these gains
   * are applied.
   */
  product: { colourChange: number; distance: number };
};

/** Every picture is measured at this size, so that files of the same picture in different sizes have equal results. */
const workSidePixels = 384;
const miniatureSidePixels = 64;
const productAlphaMin = 160;

/** The following limits are in 8-bit steps, unless a comment says otherwise. */
const evenDeviationMax = 12;
const sameColourDifferenceMax = 30;
/** The following limits are shares of the value that the example shows. */
const lightTolerance = 0.1;
const sharpnessMin = 0.8;
const saturationMin = 0.75;
const shadowMin = 4;
const shadowMax = 60;
const otherDistanceMax = 16;
/** Maximum factor of an expected change. One edit cannot cause a larger change. */
const gainMax = 1.6;
const highlightMax = 230;
/** If two pictures show the same product in different light, both measurements are below these limits (see `Measurements`). */
const colourChangeMax = 1.5;
const productDistanceMax = 22;

/** The areas of an image are judged one after another, and all areas need the same measurements. */
const measureOnce = cacheByFiles(measurePictures);

export const measureFiles = ({ current, input, before, after }: Files): Promise<Measurements> => measureOnce(current, input, before, after);

const measureInput = cacheByFiles(async (file: Buffer) => {
  const picture = await readPicture(file, workSidePixels);
  return { facts: await measureFacts(picture), small: await toMiniature(picture) };
});

const measureExample = cacheByFiles(async (beforeFile: Buffer, afterFile: Buffer) => {
  const [before, after] = await Promise.all([readPicture(beforeFile, workSidePixels), readPicture(afterFile, workSidePixels)]);
  return { facts: await measureExamplePair(before, after), smallAfter: await toMiniature(after) };
});

async function measurePictures(
  ...[currentFile, inputFile, beforeFile, afterFile]: [Buffer, Buffer, Buffer, Buffer]
): Promise<Measurements> {
  const current = await readPicture(currentFile, workSidePixels);
  const small = await toMiniature(current);
  const input = await measureInput(inputFile);
  const example = await measureExample(beforeFile, afterFile);
  const { smallAfter } = example;
  const { small: smallInput } = input;
  const facts = { current: await measureFacts(current), input: input.facts, ...example.facts };
  const mask = [facts.input, facts.current].find(({ productMask }) => productMask.isReliable)?.productMask ?? facts.input.productMask;
  // The product mask of the current picture could contain new text. So the mask of the input picture is used, if it is reliable and both
  // pictures have the same size.
  if (facts.input.productMask.isReliable && hasSize(current, facts.input.productMask))
    facts.current.lines = await countLinesOutside(current, facts.input.productMask);
  return { ...facts, distance: meanDifference(small, smallAfter), product: productChange(small, smallInput, await miniatureMask(mask)) };
}

/**
 * Both pictures show the same product at the same position. So the mask of `after` is used for both, if it is reliable and the sizes are
 * equal.
 */
async function measureExamplePair(before: Picture, after: Picture) {
  const facts = await measureFacts(after);
  const isAligned = facts.productMask.isReliable && hasSize(before, facts.productMask);
  return { before: await measureFacts(before, isAligned ? facts.productMask : undefined), after: facts };
}

const hasSize = (picture: Picture, { width, height }: ProductMask): boolean => picture.width === width && picture.height === height;

async function measureFacts(picture: Picture, knownMask?: ProductMask): Promise<Facts> {
  const productMask = knownMask ?? (await findProductMask(picture));
  const measures = measureLook(picture, productMask);
  const grey = await sharpOf(picture).removeAlpha().toColourspace('b-w').raw().toBuffer();
  const lines = await countLinesOutside(picture, productMask);
  return {
    ...measures,
    productMask,
    sharpness: sharpnessOf(grey, productMask),
    shadow: brightnessOf(measures.border) - brightnessBelow(grey, productMask),
    lines,
  };
}

const brightnessOf = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function sharpnessOf(grey: Buffer, { data, width, height }: ProductMask): number {
  let [steps, light] = [0, 1];
  for (let index = width; index < width * (height - 1); index++) {
    if (data[index]! <= productAlphaMin) continue;
    steps += Math.abs(4 * grey[index]! - grey[index - 1]! - grey[index + 1]! - grey[index - width]! - grey[index + width]!);
    light += grey[index]!;
  }
  return steps / light;
}

/** Returns the mean brightness directly below the lowest part of the product. */
function brightnessBelow(grey: Buffer, { data, width, height }: ProductMask): number {
  const depth = Math.max(2, Math.round(height * 0.03));
  let [sum, count] = [0, 0];
  for (let x = 0; x < width; x++) {
    let lowest = height - 1;
    while (lowest >= 0 && data[lowest * width + x]! <= productAlphaMin) lowest--;
    for (let y = lowest + 3; lowest >= 0 && y < Math.min(height, lowest + 3 + depth); y++) {
      sum += grey[y * width + x]!;
      count++;
    }
  }
  return count === 0 ? 255 : sum / count;
}

/** Counts the text lines outside the product. Text on the product is part of the product and is ignored. */
async function countLinesOutside(picture: Picture, { data }: ProductMask): Promise<number> {
  const rgba = Buffer.from(picture.rgba);
  for (let pixel = 0; pixel < data.length; pixel++) if (data[pixel]! > 255 - productAlphaMin) rgba.fill(200, pixel * 4, pixel * 4 + 3);
  return (await removeText({ ...picture, rgba })).linesFound;
}

const miniatureSize = { width: miniatureSidePixels, height: miniatureSidePixels, fit: 'fill' } as const;
const toMiniature = (picture: Picture): Promise<Buffer> => sharpOf(picture).removeAlpha().resize(miniatureSize).raw().toBuffer();
const miniatureMask = ({ data, width, height }: ProductMask): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 1 } })
    .resize(miniatureSize)
    .toColourspace('b-w')
    .raw()
    .toBuffer();

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

const meanDifference = (a: Buffer, b: Buffer): number => mean([...a].map((value, index) => Math.abs(value - b[index]!)));

function productChange(current: Buffer, input: Buffer, mask: Buffer): Measurements['product'] {
  const offsets = [...mask.keys()].filter((pixel) => mask[pixel]! > productAlphaMin).map((pixel) => pixel * 3);
  const gains = [0, 1, 2].map((channel) => {
    const meanOf = (picture: Buffer) => mean(offsets.map((place) => picture[place + channel]!)) + 1;
    return meanOf(current) / meanOf(input);
  });
  const differenceAt = (offset: number) =>
    mean(gains.map((gain, channel) => Math.abs(current[offset + channel]! - Math.min(255, gain * input[offset + channel]!))));
  return { colourChange: Math.max(...gains) / Math.min(...gains), distance: mean(offsets.map(differenceAt)) };
}

const solvedVerdict = (assessment: Phrase): Verdict => ({ isSolved: true, assessment, nextSteps: [], improvementPrompt: '' });
const unsolvedVerdict = (assessment: Phrase, nextStep: Phrase, improvementPrompt: string): Verdict => ({
  isSolved: false,
  assessment,
  nextSteps: [nextStep],
  improvementPrompt,
});

function judgeBackground({ current, input, after }: Measurements): Verdict {
  const colourDifference = Math.max(...current.border.map((value, channel) => Math.abs(value - after.border[channel]!)));
  const improvement = `Set the product on a plain ${shadeOf(after)} background.`;
  if (current.borderDeviation > evenDeviationMax) return unsolvedVerdict('backgroundUneven', 'setBackground', improvement);
  if (colourDifference > sameColourDifferenceMax) return unsolvedVerdict('backgroundOtherColour', 'setBackground', improvement);
  // If the mask of the input was not reliable, the remaining parts may include other objects than the product.
  if (!input.productMask.isReliable && current.productMask.parts > 1) return unsolvedVerdict('otherThings', 'setBackground', improvement);
  return solvedVerdict('backgroundEven');
}

/** Returns the name of a colour that is similar to the border. The prompt for the image editor contains this name. */
function shadeOf({ border }: Facts): string {
  const [red, , blue] = border;
  if (brightnessOf(border) > 205) return red - blue > 24 ? 'cream' : 'white';
  return brightnessOf(border) < 60 ? 'black' : 'grey';
}

const expectedGain = (after: number, before: number): number => Math.min(gainMax, Math.max(1 / gainMax, after / Math.max(0.01, before)));

function judgeLight({ current, input, before, after }: Measurements): Verdict {
  const share = current.highlight / Math.min(highlightMax, input.highlight * expectedGain(after.highlight, before.highlight));
  if (share < 1 - lightTolerance) return unsolvedVerdict('productDarker', 'brighten', 'Make the product brighter.');
  if (share > 1 + lightTolerance) return unsolvedVerdict('productLighter', 'darken', 'Make the product darker.');
  return solvedVerdict('productLit');
}

function judgeEnhancement({ current, input, before, after }: Measurements): Verdict {
  const isSharp = current.sharpness >= sharpnessMin * input.sharpness * expectedGain(after.sharpness, before.sharpness);
  const isVivid = current.saturation >= saturationMin * input.saturation * expectedGain(after.saturation, before.saturation);
  if (isSharp && isVivid) return solvedVerdict('productSharp');
  const changes = [...(isSharp ? [] : ['sharper']), ...(isVivid ? [] : ['more vivid'])].join(' and ');
  return unsolvedVerdict('productDull', 'sharpen', `Make the product ${changes}.`);
}

function judgeShadow({ current }: Measurements): Verdict {
  if (current.shadow < shadowMin) return unsolvedVerdict('shadowMissing', 'addShadow', 'Add a soft shadow under the product.');
  if (current.shadow > shadowMax) return unsolvedVerdict('shadowHeavy', 'softenShadow', 'Make the shadow under the product softer.');
  return solvedVerdict('shadowSoft');
}

const judgeText = ({ current }: Measurements): Verdict =>
  current.lines > 0 ? unsolvedVerdict('textFound', 'removeText', 'Remove the text.') : solvedVerdict('noText');

/** Judges an area without a specific measurement by the similarity of the whole picture to the example. */
const judgeBySimilarity =
  (isSimilar: Phrase, differs: Phrase, nextStep: Phrase, improvement: string) =>
  ({ distance }: Measurements): Verdict =>
    distance > otherDistanceMax ? unsolvedVerdict(differs, nextStep, improvement) : solvedVerdict(isSimilar);
const judgeTemplate = judgeBySimilarity(
  'layoutMatches',
  'layoutDiffers',
  'copyLayout',
  'Give the picture the layout of the third picture.',
);
const judgeOther = judgeBySimilarity('otherMatches', 'otherDiffers', 'copyExample', 'Bring the picture nearer to the third picture.');

const judges: [RegExp, (measurements: Measurements) => Verdict][] = [
  [/background/i, judgeBackground],
  [/light|bright|exposure/i, judgeLight],
  [/enhance|sharp|detail|quality|colou?r/i, judgeEnhancement],
  [/shadow/i, judgeShadow],
  [/text|lettering|caption|watermark|logo/i, judgeText],
  [/template|frame|layout/i, judgeTemplate],
];

export function judgeArea(area: string, measurements: Measurements): Verdict {
  const [, judge = judgeOther] = judges.find(([pattern]) => pattern.test(area)) ?? [];
  return judge(measurements);
}

/** Returns whether the picture still shows the product of the input at the same position. Only the light may be different. */
export function judgeAccuracy({ product }: Pick<Measurements, 'product'>): Accuracy {
  const issues: Phrase[] = [
    ...(product.colourChange > colourChangeMax ? (['coloursChanged'] as const) : []),
    ...(product.distance > productDistanceMax ? (['sizeChanged'] as const) : []),
  ];
  const isSame = issues.length === 0;
  const closeness = 1 - product.distance / (2 * productDistanceMax);
  return {
    isSame,
    confidence: Math.round(100 * Math.min(1, Math.max(0.5, isSame ? closeness : 1 - closeness))) / 100,
    analysis: isSame ? 'productSame' : 'productOther',
    issues,
  };
}

/** Detects the changes between two pictures. */
export async function compareExample(files: Pick<Files, 'before' | 'after'>) {
  const { before, after } = await measureExamplePair(
    await readPicture(files.before, workSidePixels),
    await readPicture(files.after, workSidePixels),
  );
  return {
    background_removal: after.borderDeviation < evenDeviationMax && before.borderDeviation > 1.5 * after.borderDeviation,
    product_enhancement: after.sharpness > 1.25 * before.sharpness || after.saturation > 1.25 * before.saturation,
    color_lighting_fix: Math.abs(after.highlight / Math.max(1, before.highlight) - 1) > lightTolerance,
    apply_template: false,
    text_removal: before.lines > 0 && after.lines === 0,
    shadow_apply: after.shadow > shadowMin && after.shadow > before.shadow + shadowMin,
  };
}
