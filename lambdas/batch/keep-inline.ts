import { createHash } from 'node:crypto';
import { imageTypes } from '#shared/upload/image-file.ts';
import { decodeInlineImage } from '../platform/inline-image.ts';
import { putObject, uploadKey } from '../store/media.ts';

/** A picture inside a call becomes an upload like any other, under a name that its bytes give it: the same call again is the same order. */
export async function keepInline(userId: string, { base64 = '', mimeType }: { base64?: string; mimeType?: string }): Promise<string> {
  const { bytes, contentType } = decodeInlineImage(base64, mimeType);
  const key = uploadKey(userId, 'inline', createHash('sha256').update(bytes).digest('hex'), imageTypes[contentType][0]);
  await putObject(key, bytes, contentType);
  return key;
}
