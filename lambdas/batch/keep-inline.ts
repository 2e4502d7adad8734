import { createHash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { type ImageType, imageTypes, sniffImageType } from '#shared/upload/image-file.ts';
import { decodeInlineImage } from '../platform/inline-image.ts';
import { putObject, uploadKey } from '../store/media.ts';

/** A picture inside a call becomes an upload like any other, under a name that its bytes give it: the same call again is the same order. */
export async function keepInline(userId: string, { base64 = '', mimeType }: { base64?: string; mimeType?: string }): Promise<string> {
  const { bytes, contentType } = decodeInlineImage(base64, mimeType);
  return keep(userId, bytes, contentType);
}

/** The same for one that travels as it is. @throws AppError ImageTypeUnsupported */
export async function keepBytes(userId: string, bytes: Buffer): Promise<string> {
  const contentType = sniffImageType(bytes);
  if (!contentType) throw new AppError('ImageTypeUnsupported');
  return keep(userId, bytes, contentType);
}

async function keep(userId: string, bytes: Buffer, contentType: ImageType): Promise<string> {
  const key = uploadKey(userId, 'inline', createHash('sha256').update(bytes).digest('hex'), imageTypes[contentType][0]);
  await putObject(key, bytes, contentType);
  return key;
}
