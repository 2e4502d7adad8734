/**
 * Edits a photo as the prompt asks, like an image model, and fits the result into the requested frame. The product keeps its place and
 * size.
 */

import type { Size } from '#shared/size.ts';
import { seedOf } from '../../plumbing/random.ts';
import { blur, contrast, gamma, saturate, sepia, sharpen, warm } from './adjust.ts';
import { lit, lookBetween } from './example.ts';
import { covering, extended, placed } from './frame.ts';
import { cutOut, type Matte, matteOf } from './matte.ts';
import { copyOf, over, type Picture, type Rgb, readPicture } from './picture.ts';
import { sceneOf } from './scene.ts';
import { shadowOf, softShadow } from './shadow.ts';
import { withoutText } from './text.ts';
import { type Background, isEmpty, type Wishes, wishesIn } from './wishes.ts';

/** Maximum side of the picture during the edit. It is close to the result size. */
const workSideMax = 1536;
/** Maximum difference between the aspect ratios of photo and frame at which the photo is cropped. Above it, the whole photo is kept. */
const cropShareMax = 0.12;
/** A product from a dim photo would look dull on a new background. */
const studioLight = { gain: 1.45, highlightMax: 215 };

/**
 * @param files the photo, and optionally the before and after pictures of an example.
 * @throws UnreadablePicture
 */
export async function editPhoto(files: readonly Buffer[], prompt: string, size: Size): Promise<Picture> {
  const [photo, before, after] = await Promise.all(files.slice(0, 3).map((file) => readPicture(file, workSideMax)));
  if (!photo) throw new RangeError('There is no picture to edit');
  const wishes = wishesIn(prompt);
  const cleaned = wishes.withoutText ? (await withoutText(photo)).picture : photo;
  const matte = await matteOf(cleaned);
  const example = before && after ? await lookBetween(before, after) : undefined;
  const look = example?.isIn(cleaned, matte) ? undefined : example;
  // A wrong mask looks worse than the old background.
  const background = matte.isReliable ? (look?.background ? { colour: look.background } : wishes.background) : undefined;
  const product = look ? await look.apply(cleaned, matte) : background ? await lit(cleaned, matte, studioLight) : cleaned;
  const made = background ? await onBackground(product, matte, background, prompt, size) : await framed(product, matte, wishes, size);
  return adjusted(made, wishes);
}

/** Cuts the product out and puts it on a plain colour or into a scene. */
async function onBackground(photo: Picture, matte: Matte, background: Background, prompt: string, size: Size): Promise<Picture> {
  const product = await fitted(cutOut(photo, matte), size);
  const shadow = await shadowOf(await matteOf(product), softShadow);
  return over(product, await over(shadow, await backgroundOf(background, seedOf(prompt), size)));
}

const isSimilarShape = (photo: Picture, { width, height }: Size): boolean =>
  Math.abs(1 - photo.width / photo.height / (width / height)) <= cropShareMax;

const fitted = (photo: Picture, size: Size): Promise<Picture> => (isSimilarShape(photo, size) ? covering : placed)(photo, size);

/** Returns the whole photo with its own background, fitted into the frame. */
async function framed(photo: Picture, matte: Matte, wishes: Wishes, size: Size): Promise<Picture> {
  const picture = isSimilarShape(photo, size) ? await covering(photo, size) : await extended(photo, size);
  if (!wishes.shadow || !matte.isReliable) return picture;
  const product = await fitted(cutOut(photo, matte), size);
  return over(product, await over(await shadowOf(await matteOf(product), softShadow), picture));
}

export async function backgroundOf(background: Background, seed: number, size: Size): Promise<Picture> {
  return 'colour' in background ? filled(size, background.colour) : sceneOf(background.scene, seed, size);
}

export const filled = ({ width, height }: Size, colour: Rgb): Picture => ({
  rgba: Buffer.alloc(width * height * 4, Buffer.from([...colour, 255])),
  width,
  height,
});

async function adjusted(picture: Picture, wishes: Wishes): Promise<Picture> {
  let result = copyOf(picture);
  if (wishes.brighter) result = gamma(result, 0.72);
  if (wishes.darker) result = gamma(result, 1.5);
  if (wishes.contrast) result = contrast(result, 1.3);
  if (wishes.warmer) result = warm(result, 22);
  if (wishes.cooler) result = warm(result, -22);
  if (wishes.vivid) result = saturate(result, 1.35);
  if (wishes.muted) result = saturate(result, 0.45);
  if (wishes.vintage) result = sepia(result);
  if (wishes.monochrome) result = saturate(result, 0);
  if (wishes.softer) result = await blur(result, Math.max(result.width, result.height) / 300);
  if (wishes.sharper) result = await sharpen(result, 1.1);
  // A prompt without known words also gets a visible change (studio light), so that the service does not seem broken.
  return isEmpty(wishes) ? saturate(gamma(await sharpen(result, 0.8), 0.88), 1.12) : result;
}
