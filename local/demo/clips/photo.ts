/** Fetches a photo from its URL and decodes it. Size and time are limited, because the content is not trusted. */
import sharp, { type Sharp } from 'sharp';
import { RenderError } from './render-error.ts';

const photoBytesMax = 20 * 1024 * 1024;
const fetchTimeoutMs = 20_000;
const decodeTimeoutSeconds = 20;
const pixelsMax = 8192 * 8192;
/**
 * The formats that the product accepts. SVG is not in the list, because an SVG file can load other files. `heif` is in the list, because
 * sharp reports AVIF as heif.
 */
const acceptedFormats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']);

export type Photo = {
  /** Size of the photo after its EXIF orientation is applied. */
  width: number;
  height: number;
  /**
   * Returns the photo as packed 8-bit sRGB with exactly this size. First scales the photo until it covers the size. Then crops the same
   * amount on opposite sides.
   */
  cover(width: number, height: number): Promise<Buffer>;
};

/** @throws RenderError file_download_error, file_too_large, unsupported_image_format or image_load_error. */
export async function fetchPhoto(url: string): Promise<Photo> {
  const bytes = await download(url);
  const openSharp = (): Sharp => sharp(bytes, { limitInputPixels: pixelsMax }).timeout({ seconds: decodeTimeoutSeconds });
  const { format, autoOrient } = await openSharp().metadata().catch(throwUnreadable);
  if (!acceptedFormats.has(format))
    throw new RenderError({ reason: 'unsupported_image_format', message: `Images of type ${format} are not supported` });
  return {
    width: autoOrient.width,
    height: autoOrient.height,
    cover: (width, height) =>
      openSharp()
        .autoOrient()
        .resize({ width, height, fit: 'cover' })
        .flatten({ background: 'white' })
        .toColourspace('srgb')
        .raw()
        .toBuffer()
        .catch(throwUnreadable),
  };
}

function throwUnreadable(cause: unknown): never {
  throw new RenderError(
    { reason: 'image_load_error', message: 'Failed to load the image. Please ensure the image file is not corrupted.' },
    { cause },
  );
}

/** Downloads a photo from an http(s) or data: URL. */
async function download(url: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(fetchTimeoutMs) });
    if (!response.ok || !response.body) throw new Error(`The photo's host responded with ${response.status}`);
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > photoBytesMax) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new RenderError(
      { reason: 'file_download_error', message: 'Failed to download the file. Please check that the URL is reachable.' },
      { cause },
    );
  }
  if (size > photoBytesMax)
    throw new RenderError({ reason: 'file_too_large', message: 'The file is too large', sizeBytesMax: photoBytesMax });
  return Buffer.concat(chunks);
}
