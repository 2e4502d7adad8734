/** Extends a photo beyond its edges: one paid request, whose result is decoded and measured before it is used. */
import type { Sharp } from 'sharp';
import { AppError, type ErrorCode, errors } from '#shared/errors.ts';
import type { Size } from '#shared/size.ts';
import type { OutpaintParams } from '#shared/video/strategy.ts';
import { fromPixels, openPicture } from '../platform/picture.ts';
import type { OutpaintVendor } from '../vendors/outpaint-port.ts';

/** The prompt is fixed. The seller's prompt describes a motion and would add a second product (docs/spec.md 5.4). */
export const extensionPrompt =
  'Seamlessly extend the background and surroundings of this photo beyond its edges. Continue the same surface, lighting, shadows, ' +
  'colours and perspective. Add no new objects, people, text, logos, borders or frames.';
export const extensionCreativity = 0.3;

/** Width of the fade inside the photo's edges, which hides the border between photo and painted area. */
const seamPixels = 12;
const jpegQuality = 92;
/** If the result has less than this share of the photo's sharpness, a content filter has blurred it. */
const sharpnessShareMin = 0.3;
/** A photo below this sharpness has almost no details, so its sharpness cannot be compared. */
const sharpnessOfPlain = 0.5;

/**
 * @param photo a JPEG within the vendor's limits.
 * @returns a JPEG of the photo's size plus the added sides; the photo in it is unchanged, except at the seam.
 * @throws AppError OutpaintingRefused, OutpaintingInvalid, OutpaintingFailed, or one of class 'vendor-busy' if a retry may help.
 */
export async function extendPhoto(photo: Buffer, params: OutpaintParams, vendor: OutpaintVendor): Promise<Buffer> {
  const { left, up, right, down } = params;
  const { width, height } = await openPicture(photo).metadata();
  const answer = await vendor.extend({ ...params, photo, prompt: extensionPrompt, creativity: extensionCreativity }).catch((cause) => {
    throw new AppError(codeOf(cause), { cause });
  });
  const painted = await decodeAs(answer, { width: left + width + right, height: up + height + down });
  await refuseIfBlurred(painted, photo, { left, top: up, width, height });
  // Vendors also change the photo itself slightly, so that a logo or a seam of the product would differ. So the original photo is placed on
  // top.
  const over = await fadedAtEdges(photo, params, { width, height });
  return painted()
    .composite([{ input: over, left, top: up }])
    .jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

function codeOf(error: unknown): ErrorCode {
  if (!(error instanceof AppError)) return 'OutpaintingFailed';
  if (errors[error.code].retry === 'vendor-busy') return error.code;
  if (error.code === 'VendorRefused') return 'OutpaintingRefused';
  return error.code === 'VendorMalformedAnswer' ? 'OutpaintingInvalid' : 'OutpaintingFailed';
}

/** Decodes the whole result. The returned function opens it and can be called several times. */
async function decodeAs(answer: Buffer, size: Size): Promise<() => Sharp> {
  const { data, info } = await rawOf(answer, size.width * size.height).catch((cause) => {
    throw new AppError('OutpaintingInvalid', { cause });
  });
  if (info.width !== size.width || info.height !== size.height)
    throw new AppError('OutpaintingInvalid', { details: { width: info.width, height: info.height, asked: size } });
  return () => fromPixels(data, info);
}

const rawOf = async (answer: Buffer, pixelsMax: number) =>
  openPicture(answer, { pixelsMax }).flatten({ background: '#ffffff' }).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });

async function refuseIfBlurred(painted: () => Sharp, photo: Buffer, place: Size & { left: number; top: number }): Promise<void> {
  const [before, after] = await Promise.all([
    openPicture(photo).stats(),
    painted()
      .extract(place)
      .png({ compressionLevel: 0 })
      .toBuffer()
      .then((part) => openPicture(part).stats()),
  ]);
  if (before.sharpness > sharpnessOfPlain && after.sharpness < sharpnessShareMin * before.sharpness)
    throw new AppError('OutpaintingInvalid', {
      details: { reason: 'The answer is blurred.', before: before.sharpness, after: after.sharpness },
    });
}

/**
 * Returns the photo with an alpha channel. At the edges that were extended, the photo fades in. Edges that are also edges of the frame stay
 * opaque.
 */
async function fadedAtEdges(photo: Buffer, { left, right, up, down }: OutpaintParams, { width, height }: Size): Promise<Buffer> {
  const rise = (fromEdge: number, isExtended: boolean) => (isExtended ? Math.min(1, (fromEdge + 0.5) / seamPixels) : 1);
  const across = Float64Array.from({ length: width }, (_, x) => Math.min(rise(x, left > 0), rise(width - 1 - x, right > 0)));
  const along = Float64Array.from({ length: height }, (_, y) => Math.min(rise(y, up > 0), rise(height - 1 - y, down > 0)));
  const alpha = Buffer.allocUnsafe(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) alpha[y * width + x] = Math.round(255 * (across[x] ?? 1) * (along[y] ?? 1));
  return openPicture(photo)
    .toColourspace('srgb')
    .joinChannel(alpha, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}
