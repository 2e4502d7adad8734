/** Reads vendor responses with a size limit. */
import { sniffImageType } from '#shared/upload/image-file.ts';

/** Returns the body, or undefined if the body is larger than the limit. It stops reading at the limit. */
export async function readBodyUpTo(response: Response, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // If the loop ends early, the download is cancelled.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const signatures = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])];

/** Returns whether the first bytes of a file are those of a JPEG or a PNG. The content-type header is ignored. */
export const isJpegOrPng = (file: Buffer): boolean => signatures.some((signature) => file.subarray(0, signature.length).equals(signature));

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/**
 * Returns the type of a vendor's picture, or undefined if the type is not supported. The type depends on the first bytes. The header is
 * ignored.
 */
export function pictureTypeOf(file: Buffer): (typeof pictureTypes)[number] | undefined {
  const type = sniffImageType(file);
  return pictureTypes.find((one) => one === type);
}
