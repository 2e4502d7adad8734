/** Fetches a photo by the URL in a sheet and stores it as an upload of the caller. */
import { createHash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { FetchPhotoResponse } from '#shared/products/api.ts';
import { fileError, imageBytesMax, imageTypes, sniffImageType } from '#shared/upload/image-file.ts';
import { fetchPublicFile } from '../platform/public-file.ts';
import { takeUpload } from '../store/daily-uses.ts';
import { uploadKey } from '../store/media-keys.ts';
import { putObject } from '../store/objects.ts';
import type { User } from '../store/users.ts';

/** The function must respond before the time limit of API Gateway, and it stores up to 8 MB after the download. */
const fetchTimeoutMs = 15_000;

/**
 * A repeated call with the same URL writes the same upload again.
 * @throws AppError PhotoAddressRefused, PhotoAddressFailed, DailyLimit, and the errors of `fileError`.
 */
export async function fetchPhoto(user: User, url: string, now: Date): Promise<FetchPhotoResponse> {
  const bytes = await fetchPublicFile(url, { bytesMax: imageBytesMax, timeoutMs: fetchTimeoutMs });
  if (!bytes) throw new AppError('ImageTooLarge');
  const contentType = sniffImageType(bytes);
  const refusal = fileError({ contentType: contentType ?? '', sizeBytes: bytes.length });
  if (refusal || !contentType) throw new AppError(refusal ?? 'ImageTypeUnsupported');
  await takeUpload(user, bytes.length, now);
  const key = uploadKey(user.userId, 'temp-images', createHash('sha256').update(url).digest('hex'), imageTypes[contentType][0]);
  await putObject(key, bytes, contentType);
  return { key, hash: createHash('sha256').update(bytes).digest('hex') };
}
