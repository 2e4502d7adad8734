/** Applies all edits of one v2/edit call, in Photoroom's order. */
import type { Size } from '#shared/size.ts';
import { blur, contrast, gamma, saturate, smooth, warm } from '../../demo/pictures/adjust.ts';
import { backgroundOf, filled } from '../../demo/pictures/edit-photo.ts';
import { covering, extended, placed, upscaled } from '../../demo/pictures/frame.ts';
import { boxOf, cutOut, type Matte, matteOf } from '../../demo/pictures/matte.ts';
import { over, type Picture, pictureOf, readPicture, sharpOf } from '../../demo/pictures/picture.ts';
import { hardShadow, shadowOf, softShadow } from '../../demo/pictures/shadow.ts';
import { withoutText } from '../../demo/pictures/text.ts';
import { randomFrom, seedOf } from '../../plumbing/random.ts';
import type { EditInput } from './input.ts';

const upscaleFactor = 4;
/** Input limits, in pixels. */
const upscalePixelsMax = { 'ai.fast': 1_000_000, 'ai.slow': 512 * 512 };

export type Edited = { picture: Picture; linesOfText?: number; backgroundSeed?: number };

/** @throws UnreadablePicture */
export async function editPicture(photo: Buffer, guidance: Buffer | undefined, input: EditInput): Promise<Edited> {
  const original = await readPicture(photo);
  const text = input['textRemoval.mode'] ? await withoutText(original) : undefined;
  const subject = await improved(text?.picture ?? original, input);
  const matte = input.removeBackground ? await matteOf(subject) : undefined;
  const size = outputSizeOf(subject, matte, input);
  const { product, whole } = await inFrame(subject, matte, size, input);
  const background = await backgroundFor(input, guidance, size);
  const complete = await onBackground(product, whole, background?.picture, input);
  return {
    picture: input['upscale.mode'] ? await enlarged(complete, input['upscale.mode']) : complete,
    ...(text && { linesOfText: text.linesFound }),
    ...(background?.seed !== undefined && { backgroundSeed: background.seed }),
  };
}

/** Applies lighting and beautify. Both change only colours and sharpness, not positions. */
async function improved(picture: Picture, input: EditInput): Promise<Picture> {
  let result = picture;
  const beauty = input['beautify.mode'];
  if (beauty) {
    const taste = randomFrom(input['beautify.seed'] ?? 0)();
    result = saturate(contrast(await smooth(result), 1.1 + taste * 0.1), beauty === 'ai.food' ? 1.45 : 1.15 + taste * 0.15);
    if (beauty === 'ai.food') result = warm(result, 10 + taste * 6);
  }
  if (!input['lighting.mode']) return result;
  return saturate(gamma(result, 0.76), 1.08);
}

function outputSizeOf({ width, height }: Picture, matte: Matte | undefined, { outputSize }: EditInput): Size {
  const [, wide, high] = /^(\d+)x(\d+)$/.exec(outputSize) ?? [];
  if (wide && high) return { width: Number(wide), height: Number(high) };
  if (outputSize === 'croppedSubject' && matte) return boxOf(matte);
  return { width, height };
}

/** Places the product in the frame. If the result is `whole`, the photo keeps its own background. */
async function inFrame(subject: Picture, matte: Matte | undefined, size: Size, input: EditInput) {
  if (!matte)
    return {
      product: input['expand.mode'] ? await extended(subject, size, input['expand.seed']) : await placed(subject, size),
      whole: true,
    };
  const cut = cutOut(subject, matte);
  const isInPlace = input.referenceBox === 'originalImage' && input.outputSize !== 'croppedSubject';
  const part = isInPlace || input.outputSize === 'auto' ? cut : await pictureOf(sharpOf(cut).extract(boxOf(matte)));
  return { product: await placed(part, size), whole: false };
}

async function backgroundFor(
  input: EditInput,
  guidance: Buffer | undefined,
  size: Size,
): Promise<{ picture: Picture; seed?: number } | undefined> {
  const prompt = input['background.prompt'];
  if (prompt === undefined && !guidance) {
    const colour = input['background.color'];
    return colour && { picture: filled(size, colour) };
  }
  const seed = input['background.seed'] ?? seedOf(prompt ?? '') % 2 ** 31;
  const imagined = await backgroundOf({ scene: prompt ?? '' }, seed, size);
  if (!guidance) return { picture: imagined, seed };
  const guide = await covering(await readPicture(guidance, Math.max(size.width, size.height)), size);
  const seen = await blur(guide, Math.max(size.width, size.height) / 60);
  const share = input['background.guidance.scale'];
  for (let at = 3; at < seen.rgba.length; at += 4) seen.rgba[at] = 255 * share;
  return { picture: await over(seen, imagined), seed };
}

async function onBackground(product: Picture, whole: boolean, background: Picture | undefined, input: EditInput): Promise<Picture> {
  const mode = input['shadow.mode'];
  const shadow = mode && !whole ? await shadowOf(await matteOf(product), mode.endsWith('hard') ? hardShadow : softShadow) : undefined;
  const floor = shadow && background ? await over(shadow, background) : (shadow ?? background);
  return floor ? over(product, floor) : product;
}

/**
 * Enlarges a picture. A picture above the input limit is first scaled down; if the result would be smaller than the picture, the picture is
 * not changed.
 */
async function enlarged(picture: Picture, mode: keyof typeof upscalePixelsMax): Promise<Picture> {
  const shrinking = Math.min(1, Math.sqrt(upscalePixelsMax[mode] / (picture.width * picture.height)));
  const factor = upscaleFactor * shrinking;
  return factor < 1 ? picture : upscaled(picture, factor);
}
