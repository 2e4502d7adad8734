/** Copies a file from the image host to our storage. The copy is a normal upload, and later steps read only this copy. */
import { createHash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { AdoptUploadRequest, AdoptUploadResponse } from '#shared/upload/api.ts';
import { bytesMaxIn, fileError, imageTypes, sniffImageType, tooLargeError } from '#shared/upload/image-file.ts';
import { takeUpload } from '../store/daily-uses.ts';
import { uploadKey } from '../store/media-keys.ts';
import { putObject } from '../store/objects.ts';
import type { User } from '../store/users.ts';
import { fetchHosted, imageHost, isHosted } from '../vendors/cloudinary.ts';

/**
 * A repeated call with the same URL returns the same upload.
 * @throws AppError AddressNotAllowed, also if no host is configured; DailyLimit; the errors of `fetchHosted` and `fileError`.
 */
export async function adoptUpload(user: User, { secureUrl, folder }: AdoptUploadRequest, now: Date): Promise<AdoptUploadResponse> {
  const host = imageHost();
  if (!host || !isHosted(secureUrl, host, folder)) throw new AppError('AddressNotAllowed');
  const bytes = await fetchHosted(secureUrl, bytesMaxIn(folder));
  if (!bytes) throw new AppError(tooLargeError(folder));
  const contentType = sniffImageType(bytes);
  const refusal = fileError({ contentType: contentType ?? '', sizeBytes: bytes.length }, folder);
  if (refusal || !contentType) throw new AppError(refusal ?? 'ImageTypeUnsupported');
  await takeUpload(user, bytes.length, now);
  const key = uploadKey(user.userId, folder, createHash('sha256').update(secureUrl).digest('hex'), imageTypes[contentType][0]);
  await putObject(key, bytes, contentType);
  return { key };
}
