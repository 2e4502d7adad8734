/** Extends a photo at its edges with one paid request. The result is decoded and measured before it is used. */
import type { Sharp } from 'sharp';
import { AppError, type ErrorCode, errors } from '#shared/errors.ts';
import type { Size } from '#shared/size.ts';
import type { OutpaintParams } from '#shared/video/strategy.ts';
import { fromPixels, openPicture } from '../platform/picture.ts';
import type { OutpaintVendor } from '../vendors/outpaint-port.ts';

/** The prompt is fixed, because the prompt of the seller describes a motion and could add a second product (docs/spec.md 5.4). */
export const extensionPrompt =
  'Seamlessly extend the background and surroundings of this photo beyond its edges. Continue the same surface, lighting, shadows, ' +
  'colours and perspective. Add no new objects, people, text, logos, borders or frames.';
export const extensionCreativity = 0.3;

/** Width of the fade at the edges of the photo. The fade hides the border between the photo and the generated area. */
const seamPixels = 12;
const jpegQuality = 92;
/**
 * Minimum sharpness of the result, as a share of the photo's sharpness. If the share is smaller, a content filter has blurred the result.
 */
const sharpnessShareMin = 0.3;
/** A photo below this sharpness has almost no details, so its sharpness cannot be compared. */
const sharpnessOfPlain = 0.5;

/**
 * @param photo a JPEG within the vendor's limits.
 * @returns a JPEG. Its size is the size of the photo plus the added sides. The photo itself is unchanged, except at its extended edges.
 * @throws AppError OutpaintingRefused, OutpaintingInvalid, OutpaintingFailed, or an error of class 'vendor-busy' if a retry may help.
 */
export async function extendPhoto(photo: Buffer, params: OutpaintParams, vendor: OutpaintVendor): Promise<Buffer> {
  const { left, up, right, down } = params;
  const { width, height } = await openPicture(photo).metadata();
  const result = await vendor.extend({ ...params, photo, prompt: extensionPrompt, creativity: extensionCreativity }).catch((cause) => {
    throw new AppError(codeOf(cause), { cause });
  });
  const openResult = await decodeAs(result, { width: left + width + right, height: up + height + down });
  await assertNotBlurred(openResult, photo, { left, top: up, width, height });
  // Vendors also change the photo slightly, for example a logo or a seam of the product. So the original photo is placed on top of the
  // result.
  const fadedPhoto = await fadeAtEdges(photo, params, { width, height });
  return openResult()
    .composite([{ input: fadedPhoto, left, top: up }])
    .jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

function codeOf(error: unknown): ErrorCode {
  if (!(error instanceof AppError)) return 'OutpaintingFailed';
  if (errors[error.code].retry === 'vendor-busy') return error.code;
  if (error.code === 'VendorRefused') return 'OutpaintingRefused';
  return error.code === 'VendorMalformedAnswer' ? 'OutpaintingInvalid' : 'OutpaintingFailed';
}

/** Decodes the whole result. The returned function opens the decoded pixels and can be called several times. */
async function decodeAs(result: Buffer, size: Size): Promise<() => Sharp> {
  const { data, info } = await rawOf(result, size.width * size.height).catch((cause) => {
    throw new AppError('OutpaintingInvalid', { cause });
  });
  if (info.width !== size.width || info.height !== size.height)
    throw new AppError('OutpaintingInvalid', { details: { width: info.width, height: info.height, expected: size } });
  return () => fromPixels(data, info);
}

const rawOf = async (result: Buffer, pixelsMax: number) =>
  openPicture(result, { pixelsMax }).flatten({ background: '#ffffff' }).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });

async function assertNotBlurred(openResult: () => Sharp, photo: Buffer, photoArea: Size & { left: number; top: number }): Promise<void> {
  const [original, repainted] = await Promise.all([
    openPicture(photo).stats(),
    openResult()
      .extract(photoArea)
      .png({ compressionLevel: 0 })
      .toBuffer()
      .then((part) => openPicture(part).stats()),
  ]);
  if (original.sharpness > sharpnessOfPlain && repainted.sharpness < sharpnessShareMin * original.sharpness)
    throw new AppError('OutpaintingInvalid', {
      details: { reason: 'The result is blurred.', before: original.sharpness, after: repainted.sharpness },
    });
}

/**
 * Returns the photo with an alpha channel. The photo fades in at the edges that were extended. Edges that are also edges of the frame
 * remain opaque.
 */
async function fadeAtEdges(photo: Buffer, { left, right, up, down }: OutpaintParams, { width, height }: Size): Promise<Buffer> {
  const opacityAt = (fromEdge: number, isExtended: boolean) => (isExtended ? Math.min(1, (fromEdge + 0.5) / seamPixels) : 1);
  const opacityByColumn = Float64Array.from({ length: width }, (_, x) =>
    Math.min(opacityAt(x, left > 0), opacityAt(width - 1 - x, right > 0)),
  );
  const opacityByRow = Float64Array.from({ length: height }, (_, y) => Math.min(opacityAt(y, up > 0), opacityAt(height - 1 - y, down > 0)));
  const alpha = Buffer.allocUnsafe(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) alpha[y * width + x] = Math.round(255 * (opacityByColumn[x] ?? 1) * (opacityByRow[y] ?? 1));
  return openPicture(photo)
    .toColourspace('srgb')
    .joinChannel(alpha, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}
