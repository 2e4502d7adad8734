/**
 * Edits a photo according to the prompt, in the same way as an image model. Fits the result into the requested frame. The edit does not
 * move or resize the product in the photo. The whole photo is scaled only to fit it into the frame.
 */

import type { Size } from '#shared/size.ts';
import { createCache } from '../../base/cache.ts';
import { seedOf } from '../../base/random.ts';
import { cacheByFiles, keyOfFiles } from '../cache-by-files.ts';
import { applyGamma, applySepia, blur, changeContrast, changeWarmth, saturate, sharpen } from './adjust.ts';
import { adjustLight, compareLooks } from './example.ts';
import { coverFrame, extendToFrame, placeInFrame } from './frame.ts';
import { copyPicture, drawOver, encode, type FileFormat, type Picture, type Rgb, readPicture } from './picture.ts';
import { cutOut, findProductMask, type ProductMask } from './product-mask.ts';
import { type Background, isEmpty, type PromptEffects, readPromptEffects } from './prompt-effects.ts';
import { sceneOf } from './scene.ts';
import { shadowOf, softShadow } from './shadow.ts';
import { removeText } from './text.ts';

/** Maximum side of the picture during the edit. The result has a similar size. */
const workSidePixelsMax = 1536;
/**
 * If the aspect ratios of the photo and the frame differ by at most this share, the photo is cropped to the frame. Above this limit, the
 * frame shows the whole photo.
 */
const ratioDifferenceMax = 0.12;
/** Makes the product brighter before it is put on a new background. Otherwise, a product from a dark photo would look too dark there. */
const studioLight = { gain: 1.45, highlightMax: 215 };

const cachedEdit = createCache<Buffer>();

/**
 * Returns the edited photo as a file. The cache makes equal edits of one photo once, for example several variations with the same prompt.
 * @param files the photo, and optionally the before and after pictures of an example.
 * @throws UnreadablePicture
 */
export function editPhotoFile(
  files: readonly Buffer[],
  prompt: string,
  size: Size,
  { format, quality }: { format: FileFormat; quality?: number },
): Promise<Buffer> {
  const effects = readPromptEffects(prompt);
  const key = `${keyOfFiles(files)} ${JSON.stringify([effects, size, format, quality])}`;
  return cachedEdit(key, async () => encode(await editPhoto(files, effects, size), format, quality));
}

async function editPhoto(files: readonly Buffer[], effects: PromptEffects, size: Size): Promise<Picture> {
  const [photoFile, beforeFile, afterFile] = files;
  if (!photoFile) throw new RangeError('There is no picture to edit');
  const photo = await readPicture(photoFile, workSidePixelsMax);
  const photoWithoutText = effects.withoutText ? (await removeText(photo)).picture : photo;
  const productMask = await findProductMask(photoWithoutText);
  const example = beforeFile && afterFile ? await exampleLook(beforeFile, afterFile) : undefined;
  const look = example?.isAlreadyApplied(photoWithoutText, productMask) ? undefined : example;
  // If the product mask is not reliable, the old background is kept, because a badly cut product would look worse.
  const background = productMask.isReliable ? (look?.background ? { colour: look.background } : effects.background) : undefined;
  const product = look
    ? await look.apply(photoWithoutText, productMask)
    : background
      ? await adjustLight(photoWithoutText, productMask, studioLight)
      : photoWithoutText;
  const result = background
    ? await putOnBackground(product, productMask, background, size)
    : await fitWithBackground(product, productMask, effects, size);
  return adjust(result, effects);
}

const exampleLook = cacheByFiles(async (before: Buffer, after: Buffer) =>
  compareLooks(await readPicture(before, workSidePixelsMax), await readPicture(after, workSidePixelsMax)),
);

/** Cuts out the product and puts it on a plain colour or into a scene. */
async function putOnBackground(photo: Picture, productMask: ProductMask, background: Background, size: Size): Promise<Picture> {
  const product = await fitIntoFrame(cutOut(photo, productMask), size);
  const shadow = await shadowOf(await findProductMask(product), softShadow);
  return drawOver(
    product,
    await drawOver(shadow, await backgroundOf(background, 'scene' in background ? seedOf(background.scene) : 0, size)),
  );
}

const hasSimilarRatio = (photo: Picture, { width, height }: Size): boolean =>
  Math.abs(1 - photo.width / photo.height / (width / height)) <= ratioDifferenceMax;

const fitIntoFrame = (photo: Picture, size: Size): Promise<Picture> =>
  (hasSimilarRatio(photo, size) ? coverFrame : placeInFrame)(photo, size);

/** Fits the whole photo with its background into the frame. */
async function fitWithBackground(photo: Picture, productMask: ProductMask, effects: PromptEffects, size: Size): Promise<Picture> {
  const picture = hasSimilarRatio(photo, size) ? await coverFrame(photo, size) : await extendToFrame(photo, size);
  if (!effects.shadow || !productMask.isReliable) return picture;
  const product = await fitIntoFrame(cutOut(photo, productMask), size);
  return drawOver(product, await drawOver(await shadowOf(await findProductMask(product), softShadow), picture));
}

export async function backgroundOf(background: Background, seed: number, size: Size): Promise<Picture> {
  return 'colour' in background ? createPlainPicture(size, background.colour) : sceneOf(background.scene, seed, size);
}

export const createPlainPicture = ({ width, height }: Size, colour: Rgb): Picture => ({
  rgba: Buffer.alloc(width * height * 4, Buffer.from([...colour, 255])),
  width,
  height,
});

async function adjust(picture: Picture, effects: PromptEffects): Promise<Picture> {
  let result = copyPicture(picture);
  if (effects.brighter) result = applyGamma(result, 0.72);
  if (effects.darker) result = applyGamma(result, 1.5);
  if (effects.contrast) result = changeContrast(result, 1.3);
  if (effects.warmer) result = changeWarmth(result, 22);
  if (effects.cooler) result = changeWarmth(result, -22);
  if (effects.vivid) result = saturate(result, 1.35);
  if (effects.muted) result = saturate(result, 0.45);
  if (effects.vintage) result = applySepia(result);
  if (effects.monochrome) result = saturate(result, 0);
  if (effects.softer) result = await blur(result, Math.max(result.width, result.height) / 300);
  if (effects.sharper) result = await sharpen(result, 1.1);
  // If the prompt has no known words, the picture becomes brighter, sharper and more colourful. Without any change, the service would look
  // broken.
  return isEmpty(effects) ? saturate(applyGamma(await sharpen(result, 0.8), 0.88), 1.12) : result;
}
