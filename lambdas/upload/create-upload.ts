/**
 * Returns a signed form with which the browser sends one file directly to S3. The policy of the form sets the key, the type and the size of
 * the file.
 */
import type { CreateUploadRequest, CreateUploadResponse } from '#shared/upload/api.ts';
import { imageTypes } from '#shared/upload/image-file.ts';
import { takeUpload } from '../store/daily-uses.ts';
import { uploadKey } from '../store/media-keys.ts';
import { signUploadForm } from '../store/upload-form.ts';
import type { User } from '../store/users.ts';

const policySeconds = 15 * 60;

/** @throws AppError DailyLimit */
export async function createUpload(
  user: User,
  { contentType, sizeBytes, folder }: CreateUploadRequest,
  id: string,
  now: Date,
): Promise<CreateUploadResponse> {
  await takeUpload(user, sizeBytes, now);
  const key = uploadKey(user.userId, folder, id, imageTypes[contentType][0]);
  const { url, fields } = await signUploadForm({ key, contentType, sizeBytes, seconds: policySeconds }, now);
  return { key, url, fields };
}
