import { createHash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { type ImageType, imageTypes, sniffImageType } from '#shared/upload/image-file.ts';
import { decodeInlineImage } from '../platform/inline-image.ts';
import { takeUpload } from '../store/daily-uses.ts';
import { uploadKey } from '../store/media-keys.ts';
import { putObject } from '../store/objects.ts';
import type { User } from '../store/users.ts';

/**
 * Stores a picture that is part of a request as an upload. The key contains a hash of the bytes, so that a repeated call gets the same key.
 */
export async function storeInlineImage(
  user: User,
  { base64 = '', mimeType }: { base64?: string; mimeType?: string },
  now: Date,
): Promise<string> {
  const { bytes, contentType } = decodeInlineImage(base64, mimeType);
  return store(user, bytes, contentType, now);
}

/**
 * Stores the bytes of a picture, in the same way as `storeInlineImage`.
 * @throws AppError ImageTypeUnsupported, DailyLimit
 */
export async function storeUploadedBytes(user: User, bytes: Buffer, now: Date): Promise<string> {
  const contentType = sniffImageType(bytes);
  if (!contentType) throw new AppError('ImageTypeUnsupported');
  return store(user, bytes, contentType, now);
}

async function store(user: User, bytes: Buffer, contentType: ImageType, now: Date): Promise<string> {
  await takeUpload(user, bytes.length, now);
  const key = uploadKey(user.userId, 'inline', createHash('sha256').update(bytes).digest('hex'), imageTypes[contentType][0]);
  await putObject(key, bytes, contentType);
  return key;
}
