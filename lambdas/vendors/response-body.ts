/** Reads what a vendor answers, and no more of it than it may weigh. */
import { sniffImageType } from '#shared/upload/image-file.ts';

/** The body, or undefined where it is larger; the rest is not read then. */
export async function readBodyUpTo(response: Response, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const signatures = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])];

/** Whether a file begins as a JPEG or a PNG does, whatever its header says. */
export const isJpegOrPng = (file: Buffer): boolean => signatures.some((signature) => file.subarray(0, signature.length).equals(signature));

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** What kind of picture a vendor answered, by its first bytes whatever its header says; undefined for anything else. */
export function pictureTypeOf(file: Buffer): (typeof pictureTypes)[number] | undefined {
  const type = sniffImageType(file);
  return pictureTypes.find((one) => one === type);
}
