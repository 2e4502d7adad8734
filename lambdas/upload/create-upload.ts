/** Leave to send one file straight to storage, with its key, type and size fixed by the policy. */
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { CreateUploadRequest, CreateUploadResponse } from '#shared/upload/api.ts';
import { imageTypes } from '#shared/upload/image-file.ts';
import { mediaBucket, s3, uploadKey } from '../store/media.ts';

const policySeconds = 15 * 60;

export async function createUpload(
  userId: string,
  { contentType, sizeBytes, folder }: CreateUploadRequest,
  id: string,
): Promise<CreateUploadResponse> {
  const key = uploadKey(userId, folder, id, imageTypes[contentType][0]);
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
