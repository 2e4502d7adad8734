/**
 * Returns a signed form with which the browser sends one file directly to S3. The policy of the form sets the key, the type and the size of
 * the file.
 */
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { CreateUploadRequest, CreateUploadResponse } from '#shared/upload/api.ts';
import { imageTypes } from '#shared/upload/image-file.ts';
import { takeDailyUse } from '../store/daily-uses.ts';
import { mediaBucket, s3, uploadKey } from '../store/media.ts';
import type { User } from '../store/users.ts';

const policySeconds = 15 * 60;

/** @throws AppError DailyLimit */
export async function createUpload(
  user: User,
  { contentType, sizeBytes, folder }: CreateUploadRequest,
  id: string,
  now: Date,
): Promise<CreateUploadResponse> {
  // The bytes are counted immediately, because S3 does not report whether the form was used.
  await takeDailyUse(user, 'uploadBytes', now, sizeBytes);
  const key = uploadKey(user.userId, folder, id, imageTypes[contentType][0]);
  const { url, fields } = await createPresignedPost(s3, {
    Bucket: mediaBucket(),
    Key: key,
    Fields: { 'content-type': contentType },
    Conditions: [
      ['content-length-range', sizeBytes, sizeBytes],
      ['eq', '$content-type', contentType],
    ],
    Expires: policySeconds,
  });
  return { key, url, fields };
}
