/** Fetches the photo by its address and opens it with care: it comes from outside. */
import sharp, { type Sharp } from 'sharp';
import { RenderError } from './render-error.ts';

const photoBytesMax = 20 * 1024 * 1024;
const fetchTimeoutMs = 20_000;
const decodeTimeoutSeconds = 20;
const pixelsMax = 8192 * 8192;
/** What the product uploads; SVG above all stays out, for it can pull in further files. AVIF reports itself as heif. */
const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']);

export type Photo = {
  /** The photo's own size as seen, its EXIF orientation applied. */
  width: number;
  height: number;
  /** Packed 8-bit sRGB of exactly this size: scaled to cover, the rest cropped on both sides alike. */
  cover(width: number, height: number): Promise<Buffer>;
};

/** @throws RenderError file_download_error, file_too_large, unsupported_image_format or image_load_error. */
export async function fetchPhoto(url: string): Promise<Photo> {
  const bytes = await download(url);
  const open = (): Sharp => sharp(bytes, { limitInputPixels: pixelsMax }).timeout({ seconds: decodeTimeoutSeconds });
  const { format, autoOrient } = await open().metadata().catch(unreadable);
  if (!formats.has(format))
    throw new RenderError({ reason: 'unsupported_image_format', message: `Images of type ${format} are not supported` });
  return {
    width: autoOrient.width,
    height: autoOrient.height,
    cover: (width, height) =>
      open()
        .autoOrient()
        .resize({ width, height, fit: 'cover' })
        .flatten({ background: 'white' })
        .toColourspace('srgb')
        .raw()
        .toBuffer()
        .catch(unreadable),
  };
}

function unreadable(cause: unknown): never {
  throw new RenderError(
    { reason: 'image_load_error', message: 'Failed to load the image. Please ensure the image file is not corrupted.' },
    { cause },
  );
}

/** data: addresses are fetched alike. */
async function download(url: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(fetchTimeoutMs) });
    if (!response.ok || !response.body) throw new Error(`The photo's host answered ${response.status}`);
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
