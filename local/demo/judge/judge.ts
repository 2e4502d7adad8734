/**
 * Judges one area of an edited photo by its pixels, compared with the change in the example. It cannot read: lettering in a picture is
 * only a few more edges. Texts for the seller are phrase keys, worded in phrases.json. Prompts for the image editor are in English.
 */
import { type Facts, factsOf, lightOf, miniature } from './facts.ts';
import type { Phrase } from './phrases.ts';

export type Files = { current: Buffer; input: Buffer; before: Buffer; after: Buffer };
export type Verdict = { isSolved: boolean; assessment: Phrase; nextSteps: Phrase[]; improvementPrompt: string };
export type Accuracy = { isSame: boolean; confidence: number; analysis: Phrase; issues: Phrase[] };

export type Seen = Record<keyof Files, Facts> & { distance: number };

/** In 8-bit steps, unless a comment says otherwise. */
const evenBackground = 14;
const sameColour = 45;
/** Shares of the value that the example suggests. */
const lightTolerance = 0.1;
const sharpnessMin = 0.8;
const colourMin = 0.75;
const shadowMin = 4;
const shadowMax = 30;
const templateDistanceMax = 16;
const otherDistanceMax = 16;
/** Limits the expected change: neither an editor nor a photo can give more at once. */
const gainMax = 1.6;
/** Allowed share of changed product colours. */
const changedColoursMax = 0.4;
const changedShareMax = 2.2;

export async function seen(files: Files): Promise<Seen> {
  const names = Object.keys(files) as (keyof Files)[];
  const facts = await Promise.all(names.map((name) => factsOf(files[name])));
  const [current, after] = await Promise.all([miniature(files.current), miniature(files.after)]);
  const distance = current.reduce((sum, value, at) => sum + Math.abs(value - after[at]!), 0) / current.length;
  return { ...(Object.fromEntries(names.map((name, index) => [name, facts[index]])) as Record<keyof Files, Facts>), distance };
}

const solved = (assessment: Phrase): Verdict => ({ isSolved: true, assessment, nextSteps: [], improvementPrompt: '' });
const missing = (assessment: Phrase, nextStep: Phrase, improvementPrompt: string): Verdict => ({
  isSolved: false,
  assessment,
  nextSteps: [nextStep],
  improvementPrompt,
});

function background({ current, after }: Seen): Verdict {
  const apart = Math.max(...current.border.map((value, channel) => Math.abs(value - after.border[channel]!)));
  const improvement = `Set the product on a plain ${shade(after)} background.`;
  if (current.borderDeviation > evenBackground) return missing('backgroundUneven', 'setBackground', improvement);
  if (apart > sameColour) return missing('backgroundOtherColour', 'setBackground', improvement);
  return solved('backgroundEven');
}

/** Names a colour similar to the border, for the image editor. */
function shade({ border }: Facts): string {
  const [red, , blue] = border;
  if (lightOf(border) > 205) return red - blue > 24 ? 'cream' : 'white';
  return lightOf(border) < 60 ? 'black' : 'grey';
}

const gain = (after: number, before: number): number => Math.min(gainMax, Math.max(1 / gainMax, after / Math.max(1, before)));

function light({ current, input, before, after }: Seen): Verdict {
  const wanted = Math.min(200, input.productLight * gain(after.productLight, before.productLight));
  const share = current.productLight / wanted;
  if (share < 1 - lightTolerance) return missing('productDarker', 'brighten', 'Make the product brighter.');
  if (share > 1 + lightTolerance) return missing('productLighter', 'darken', 'Make the product darker.');
  return solved('productLit');
}

function enhancement({ current, input, before, after }: Seen): Verdict {
  const isSharp = current.sharpness >= sharpnessMin * input.sharpness * gain(after.sharpness, before.sharpness);
  const isVivid = current.productColour >= colourMin * input.productColour * gain(after.productColour, before.productColour);
  if (isSharp && isVivid) return solved('productSharp');
  const wish = [...(isSharp ? [] : ['sharper']), ...(isVivid ? [] : ['more vivid'])].join(' and ');
  return missing('productDull', 'sharpen', `Make the product ${wish}.`);
}

function shadow({ current }: Seen): Verdict {
  if (current.shadow < shadowMin) return missing('shadowMissing', 'addShadow', 'Add a soft shadow under the product.');
  if (current.shadow > shadowMax) return missing('shadowHeavy', 'softenShadow', 'Make the shadow under the product softer.');
  return solved('shadowSoft');
}

const text = ({ current }: Seen): Verdict =>
  current.lines > 0 ? missing('textFound', 'removeText', 'Remove the text.') : solved('noText');

const template = ({ distance }: Seen): Verdict =>
  distance > templateDistanceMax
    ? missing('layoutDiffers', 'copyLayout', 'Give the picture the layout of the third picture.')
    : solved('layoutMatches');

const other = ({ distance }: Seen): Verdict =>
  distance > otherDistanceMax
    ? missing('otherDiffers', 'copyExample', 'Bring the picture nearer to the third picture.')
    : solved('otherMatches');

const judges: [RegExp, (seen: Seen) => Verdict][] = [
  [/background/i, background],
  [/light|bright|exposure/i, light],
  [/enhance|sharp|detail|quality|colou?r/i, enhancement],
  [/shadow/i, shadow],
  [/text|lettering|caption|watermark|logo/i, text],
  [/template|frame|layout/i, template],
];

/** If no measure fits the area, the similarity of the whole picture to the example decides. */
export function judgeArea(area: string, seen: Seen): Verdict {
  const [, judge = other] = judges.find(([pattern]) => pattern.test(area)) ?? [];
  return judge(seen);
}

/** Whether the product is still that of the input, by its colours and its share of the picture. */
export function judgeAccuracy({ current, input }: Pick<Seen, 'current' | 'input'>): Accuracy {
  const changed = current.colours.reduce((sum, share, bin) => sum + Math.abs(share - input.colours[bin]!), 0) / 2;
  const growth = current.productShare / Math.max(0.01, input.productShare);
  const issues: Phrase[] = [
    ...(changed > changedColoursMax ? (['coloursChanged'] as const) : []),
    ...(growth > changedShareMax || growth < 1 / changedShareMax ? (['sizeChanged'] as const) : []),
  ];
  const isSame = issues.length === 0;
  return {
    isSame,
    confidence: Math.round(100 * Math.min(1, Math.max(0.5, isSame ? 1 - changed : changed + 0.3))) / 100,
    analysis: isSame ? 'productSame' : 'productOther',
    issues,
  };
}

/** Detects the changes between two pictures. */
export async function compare(files: Pick<Files, 'before' | 'after'>) {
  const [before, after] = await Promise.all([factsOf(files.before), factsOf(files.after)]);
  const lightGain = after.productLight / Math.max(1, before.productLight);
  return {
    background_removal: after.borderDeviation < evenBackground && before.borderDeviation > 1.5 * after.borderDeviation,
    product_enhancement: after.sharpness > 1.25 * before.sharpness || after.productColour > 1.25 * before.productColour,
    color_lighting_fix: Math.abs(lightGain - 1) > lightTolerance,
    apply_template: false,
    text_removal: before.lines > 0 && after.lines === 0,
    shadow_apply: after.shadow > shadowMin && after.shadow > before.shadow + shadowMin,
  };
}
