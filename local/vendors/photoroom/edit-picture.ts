/** Applies all edits of a v2/edit call in the same order as Photoroom. */
import type { Size } from '#shared/size.ts';
import { randomFrom, seedOf } from '../../base/random.ts';
import { applyGamma, blur, changeContrast, changeWarmth, saturate, smooth } from '../../demo/pictures/adjust.ts';
import { backgroundOf, createPlainPicture } from '../../demo/pictures/edit-photo.ts';
import { coverFrame, extendToFrame, placeInFrame, upscale } from '../../demo/pictures/frame.ts';
import { drawOver, type Picture, pictureOf, readPicture, sharpOf } from '../../demo/pictures/picture.ts';
import { boxOf, cutOut, findProductMask, type ProductMask } from '../../demo/pictures/product-mask.ts';
import { hardShadow, shadowOf, softShadow } from '../../demo/pictures/shadow.ts';
import { removeText } from '../../demo/pictures/text.ts';
import type { EditInput } from './input.ts';

const upscaleFactor = 4;
/** Limits of the input picture, in pixels. */
const upscalePixelsMax = { 'ai.fast': 1_000_000, 'ai.slow': 512 * 512 };

export type EditResult = { picture: Picture; linesOfText?: number; backgroundSeed?: number };

/** @throws UnreadablePicture */
export async function editPicture(photo: Buffer, guidance: Buffer | undefined, input: EditInput): Promise<EditResult> {
  const original = await readPicture(photo);
  const text = input['textRemoval.mode'] ? await removeText(original) : undefined;
  const subject = await applyLightAndBeauty(text?.picture ?? original, input);
  const productMask = input.removeBackground ? await findProductMask(subject) : undefined;
  const size = outputSizeOf(subject, productMask, input);
  const { product, hasPhotoBackground } = await placeProduct(subject, productMask, size, input);
  const background = await createBackground(input, guidance, size);
  const complete = await putOnBackground(product, hasPhotoBackground, background?.picture, input);
  return {
    picture: input['upscale.mode'] ? await enlarge(complete, input['upscale.mode']) : complete,
    ...(text && { linesOfText: text.linesFound }),
    ...(background?.seed !== undefined && { backgroundSeed: background.seed }),
  };
}

/** Applies the settings for lighting and beautify. Both settings change only colours and sharpness, not positions. */
async function applyLightAndBeauty(picture: Picture, input: EditInput): Promise<Picture> {
  let result = picture;
  const beauty = input['beautify.mode'];
  if (beauty) {
    const strength = randomFrom(input['beautify.seed'] ?? 0)();
    result = saturate(changeContrast(await smooth(result), 1.1 + strength * 0.1), beauty === 'ai.food' ? 1.45 : 1.15 + strength * 0.15);
    if (beauty === 'ai.food') result = changeWarmth(result, 10 + strength * 6);
  }
  if (!input['lighting.mode']) return result;
  return saturate(applyGamma(result, 0.76), 1.08);
}

function outputSizeOf({ width, height }: Picture, productMask: ProductMask | undefined, { outputSize }: EditInput): Size {
  const [, outputWidth, outputHeight] = /^(\d+)x(\d+)$/.exec(outputSize) ?? [];
  if (outputWidth && outputHeight) return { width: Number(outputWidth), height: Number(outputHeight) };
  if (outputSize === 'croppedSubject' && productMask) return boxOf(productMask);
  return { width, height };
}

/** Places the product in the frame. `hasPhotoBackground` is true if the photo keeps its background. */
async function placeProduct(subject: Picture, productMask: ProductMask | undefined, size: Size, input: EditInput) {
  if (!productMask)
    return {
      product: input['expand.mode'] ? await extendToFrame(subject, size, input['expand.seed']) : await placeInFrame(subject, size),
      hasPhotoBackground: true,
    };
  const cutProduct = cutOut(subject, productMask);
  const isInPlace = input.referenceBox === 'originalImage' && input.outputSize !== 'croppedSubject';
  const part = isInPlace || input.outputSize === 'auto' ? cutProduct : await pictureOf(sharpOf(cutProduct).extract(boxOf(productMask)));
  return { product: await placeInFrame(part, size), hasPhotoBackground: false };
}

async function createBackground(
  input: EditInput,
  guidance: Buffer | undefined,
  size: Size,
): Promise<{ picture: Picture; seed?: number } | undefined> {
  const prompt = input['background.prompt'];
  if (prompt === undefined && !guidance) {
    const colour = input['background.color'];
    return colour && { picture: createPlainPicture(size, colour) };
  }
  const seed = input['background.seed'] ?? seedOf(prompt ?? '') % 2 ** 31;
  const scene = await backgroundOf({ scene: prompt ?? '' }, seed, size);
  if (!guidance) return { picture: scene, seed };
  const guide = await coverFrame(await readPicture(guidance, Math.max(size.width, size.height)), size);
  const blurredGuide = await blur(guide, Math.max(size.width, size.height) / 60);
  const share = input['background.guidance.scale'];
  for (let index = 3; index < blurredGuide.rgba.length; index += 4) blurredGuide.rgba[index] = 255 * share;
  return { picture: await drawOver(blurredGuide, scene), seed };
}

async function putOnBackground(
  product: Picture,
  hasPhotoBackground: boolean,
  background: Picture | undefined,
  input: EditInput,
): Promise<Picture> {
  const mode = input['shadow.mode'];
  const shadow =
    mode && !hasPhotoBackground
      ? await shadowOf(await findProductMask(product), mode.endsWith('hard') ? hardShadow : softShadow)
      : undefined;
  const floor = shadow && background ? await drawOver(shadow, background) : (shadow ?? background);
  return floor ? drawOver(product, floor) : product;
}

/**
 * Enlarges a picture. If the picture is above the input limit, first scales it down to this limit. If the result would be smaller than the
 * picture, does not change the picture.
 */
async function enlarge(picture: Picture, mode: keyof typeof upscalePixelsMax): Promise<Picture> {
  const inputScale = Math.min(1, Math.sqrt(upscalePixelsMax[mode] / (picture.width * picture.height)));
  const factor = upscaleFactor * inputScale;
  return factor < 1 ? picture : upscale(picture, factor);
}
