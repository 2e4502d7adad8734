/** Edits a photo by a prompt, as an image model would, and fits it into the requested frame. */
import { blur, contrast, gamma, mirrored, saturate, sepia, sharpen, warm } from './adjust.ts';
import { type Look, lookBetween } from './example.ts';
import { covering, extended } from './frame.ts';
import { boxOf, cutOut, type Matte, matteOf } from './matte.ts';
import { blank, copyOf, over, type Picture, pictureOf, type Rgb, readPicture, sharpOf } from './picture.ts';
import { seedOf } from './random.ts';
import { sceneOf } from './scene.ts';
import { shadowOf, softShadow } from './shadow.ts';
import { withoutText } from './text.ts';
import { type Background, isEmpty, type Wishes, wishesIn } from './wishes.ts';

type Size = { width: number; height: number };

/** The work size is close to the result size. */
const workSideMax = 1536;
const vividness = { more: 1.55, less: 0.45 };
/** Up to this difference in shape, a photo is cropped to its frame; above it, the photo is extended. */
const cropShareMax = 0.12;

/**
 * @param files the photo, and optionally an example before and after.
 * @throws UnreadablePicture
 */
export async function editPhoto(files: readonly Buffer[], prompt: string, size: Size): Promise<Picture> {
  const [photo, before, after] = await Promise.all(files.slice(0, 3).map((file) => readPicture(file, workSideMax)));
  if (!photo) throw new RangeError('There is no picture to edit');
  const look = before && after ? await lookBetween(before, after) : undefined;
  const wishes = withLook(wishesIn(prompt), look);
  const cleaned = wishes.withoutText ? (await withoutText(photo)).picture : photo;
  const turned = wishes.mirrored ? await mirrored(cleaned) : cleaned;
  const placedInScene = wishes.background ? await onBackground(turned, wishes, prompt, size) : await framed(turned, wishes, size);
  return adjusted(look ? look.apply(placedInScene) : placedInScene, wishes);
}

/** The background of the example counts only if the prompt names none. */
const withLook = (wishes: Wishes, look: Look | undefined): Wishes =>
  look?.background && !wishes.background ? { ...wishes, background: { colour: look.background } } : wishes;

async function framed(photo: Picture, wishes: Wishes, size: Size): Promise<Picture> {
  if (wishes.closer) {
    const matte = await matteOf(photo);
    return covering(await around(photo, matte, size, 0.1), size);
  }
  const share = photo.width / photo.height / (size.width / size.height);
  const isClose = Math.abs(1 - share) <= cropShareMax;
  const picture = isClose ? await covering(photo, size) : await extended(photo, size);
  if (!wishes.shadow) return picture;
  const matte = await matteOf(picture);
  return over(cutOut(picture, matte), over(await shadowOf(matte, softShadow), picture));
}

/** Crops to the product plus a margin, given as a share of the product's longer side. */
async function around(photo: Picture, matte: Matte, { width, height }: Size, margin: number): Promise<Picture> {
  const box = boxOf(matte);
  const pad = Math.round(Math.max(box.width, box.height) * margin);
  const wanted = { width: box.width + 2 * pad, height: box.height + 2 * pad };
  const ratio = width / height;
  const full = { width: Math.max(wanted.width, wanted.height * ratio), height: Math.max(wanted.height, wanted.width / ratio) };
  const [cropWidth, cropHeight] = [Math.min(photo.width, Math.round(full.width)), Math.min(photo.height, Math.round(full.height))];
  const left = Math.round(Math.min(photo.width - cropWidth, Math.max(0, box.left + box.width / 2 - cropWidth / 2)));
  const top = Math.round(Math.min(photo.height - cropHeight, Math.max(0, box.top + box.height / 2 - cropHeight / 2)));
  return pictureOf(sharpOf(photo).extract({ left, top, width: cropWidth, height: cropHeight }));
}

/** Cuts the product out and puts it on a colour or into a place. A place always gets a shadow. */
async function onBackground(photo: Picture, wishes: Wishes, prompt: string, size: Size): Promise<Picture> {
  const matte = await matteOf(photo);
  const product = await standing(cutOut(photo, matte), boxOf(matte), size, wishes.closer ? 0.92 : 0.78);
  const back = await backgroundOf(wishes.background!, seedOf(prompt), size);
  const hasShadow = wishes.shadow || 'scene' in wishes.background!;
  const floor = hasShadow ? over(await shadowOf(await matteOf(product), softShadow), back) : back;
  return over(product, floor);
}

/** Scales the product to this share of the frame, slightly below the middle. */
async function standing(product: Picture, box: ReturnType<typeof boxOf>, { width, height }: Size, share: number): Promise<Picture> {
  const scale = Math.min((width * share) / box.width, (height * share) / box.height);
  const inner = { width: Math.max(1, Math.round(box.width * scale)), height: Math.max(1, Math.round(box.height * scale)) };
  const cut = await pictureOf(sharpOf(product).extract(box));
  const resized = await sharpOf(cut)
    .resize({ ...inner, fit: 'fill' })
    .png()
    .toBuffer();
  const left = Math.round((width - inner.width) / 2);
  const top = Math.min(height - inner.height, Math.round((height - inner.height) * 0.56));
  return pictureOf(sharpOf(blank(width, height)).composite([{ input: resized, left, top }]));
}

export async function backgroundOf(background: Background, seed: number, size: Size): Promise<Picture> {
  return 'colour' in background ? filled(size, background.colour) : sceneOf(background.scene, seed, size);
}

export function filled({ width, height }: Size, [r, g, b]: Rgb): Picture {
  const picture = blank(width, height);
  for (let at = 0; at < picture.rgba.length; at += 4) picture.rgba.set([r, g, b, 255], at);
  return picture;
}

async function adjusted(picture: Picture, wishes: Wishes): Promise<Picture> {
  let result = copyOf(picture);
  if (wishes.brighter) result = gamma(result, 0.72);
  if (wishes.darker) result = gamma(result, 1.5);
  if (wishes.contrast) result = contrast(result, 1.3);
  if (wishes.warmer) result = warm(result, 22);
  if (wishes.cooler) result = warm(result, -22);
  if (wishes.vivid) result = saturate(result, vividness.more);
  if (wishes.muted) result = saturate(result, vividness.less);
  if (wishes.vintage) result = sepia(result);
  if (wishes.monochrome) result = saturate(result, 0);
  if (wishes.softer) result = await blur(result, Math.max(result.width, result.height) / 300);
  if (wishes.sharper) result = await sharpen(result, 1.4);
  // A prompt without known words still gets a visible change, studio light, so that the service does not look broken.
  return isEmpty(wishes) ? saturate(gamma(await sharpen(result, 0.8), 0.88), 1.12) : result;
}
