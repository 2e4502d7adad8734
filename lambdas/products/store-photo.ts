/** Reads an upload, checks that it is a photo, and stores it with a small copy as a photo of a product. */
import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { Size } from '#shared/size.ts';
import { type ImageType, imageTypes } from '#shared/upload/image-file.ts';
import { folderOf } from '#shared/upload/media-folders.ts';
import { sizeOf, throwUnreadable, thumbnailOf } from '../platform/picture.ts';
import { isOwnFile, productPhotoKeys } from '../store/media-keys.ts';
import { putObject, readObject } from '../store/objects.ts';
import { checkPicture } from '../store/own-media.ts';
import type { StoredPhoto } from '../store/products.ts';

export type PreparedPhoto = Size & { source: string; hash: string; bytes: Buffer; thumbnail: Buffer; contentType: ImageType };

/** The rules of the video and image tools apply to each photo of a product. */
const rulesFolder = 'temp-images';

/**
 * @param uploadKey the key of an upload of this user.
 * @throws AppError AddressNotAllowed for any other file, and the errors of `checkPicture` and `sizeOf`.
 */
export async function preparePhoto(userId: string, uploadKey: string, source: string): Promise<PreparedPhoto> {
  const isUpload = isOwnFile(userId, uploadKey) && uploadKey.startsWith(folderOf('uploads', userId));
  if (!isUpload) throw new AppError('AddressNotAllowed');
  const contentType = await checkPicture(uploadKey, { folder: rulesFolder });
  const bytes = await readObject(uploadKey);
  const size = await sizeOf(bytes);
  const thumbnail = await thumbnailOf(bytes).catch(throwUnreadable);
  return { source, hash: createHash('sha256').update(bytes).digest('hex'), bytes, thumbnail, contentType, ...size };
}

export async function storePhoto(
  userId: string,
  folder: string,
  { bytes, thumbnail, hash, source, contentType, width, height }: PreparedPhoto,
): Promise<StoredPhoto> {
  const [extension] = imageTypes[contentType];
  const keys = productPhotoKeys(userId, folder, { hash, random: randomBytes(4).toString('hex'), extension });
  await Promise.all([putObject(keys.key, bytes, contentType), putObject(keys.thumbnailKey, thumbnail, 'image/jpeg')]);
  return { ...keys, hash, source, contentType, width, height, sizeBytes: bytes.length };
}
