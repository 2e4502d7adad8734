/** The keys of the files in the media bucket: uploads, files that are prepared for vendors, and results. */
import { randomUUID } from 'node:crypto';
import { resultsFolder } from '#shared/upload/image-file.ts';
import { folderOf, inputFolders } from '#shared/upload/media-folders.ts';
import type { Rect } from '#shared/video/strategy.ts';

export const uploadKey = (userId: string, folder: string, id: string, extension: string) =>
  `uploads/${userId}/${folder}/${id}.${extension}`;
/**
 * Returns true if a key belongs to an upload of this user or to a file that was made for this user. The key identifies the owner, because
 * the server chooses all keys.
 */
export const isOwnFile = (userId: string, key: string): boolean =>
  inputFolders.some((folder) => key.startsWith(folderOf(folder, userId))) && !key.includes('..');
/** Returns the folder whose rules apply to a file. This is the upload folder or `resultsFolder`. */
export const fileRulesOf = (key: string): string => (key.startsWith('uploads/') ? key.split('/').slice(2, -1).join('/') : resultsFolder);
type ItemName = { userId: string; batchId: string; itemId: string };
export const photoKey = ({ userId, batchId, itemId }: ItemName) => `ingested/${userId}/${batchId}/${itemId}.jpg`;
/**
 * Returns the key of the photo of an edit, in the format for the vendor. PNG keeps the transparency.
 * @param contentType determines the file extension.
 */
export const preparedPhotoKey = ({ userId, batchId, itemId }: ItemName, contentType: 'image/jpeg' | 'image/png') =>
  `ingested/${userId}/${batchId}/${itemId}.${contentType === 'image/png' ? 'png' : 'jpg'}`;
/** Returns the key of the frame that the vendor gets. The file is needed only while the video is made or retried. */
export const frameKey = ({ userId, batchId, itemId }: ItemName) => `frames/${userId}/${batchId}/${itemId}.jpg`;
/** Returns the key of the photo that a vendor extends. The file is needed only while the video is made or retried. */
export const outpaintSourceKey = ({ userId, batchId, itemId }: ItemName) => `frames/${userId}/${batchId}/${itemId}.source.jpg`;
/** Returns the key of an uncropped video from the model. Files for marketplaces with another ratio are cropped from it. */
export const originalKey = ({ userId, batchId, itemId }: ItemName) => `originals/${userId}/${batchId}/${itemId}.mp4`;
export const videoKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.mp4`;
/**
 * Returns the key of an original that was delivered because the crop failed. The cropped video has another key, so that no cache shows the
 * wrong video.
 */
export const uncroppedKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.uncropped.mp4`;
/** Returns the key of a crop that the owner requested. The same crop has the same key. */
export const croppedKey = (item: ItemName, { x, y, width, height }: Rect) =>
  `results/${item.userId}/${item.batchId}/${item.itemId}.${width}x${height}_${x}_${y}.mp4`;
/** Returns a new key of a crop before it is signed. So two calls for the same crop never use the same file. */
export const unsignedCropKey = (item: ItemName) => `results/${item.userId}/${item.batchId}/${item.itemId}.unsigned-${randomUUID()}.mp4`;
/**
 * Returns the key of an image result. The key of a poster has the same form, but the two keys are never equal, because video batches
 * contain no images.
 */
export const imageKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.jpg`;
export const thumbnailKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.thumb.jpg`;
/** @param contentType an `image/` type. It determines the file extension. */
export const editedPhotoKey = ({ userId, batchId, itemId }: ItemName, contentType: string) =>
  `results/${userId}/${batchId}/${itemId}.${contentType.slice('image/'.length)}`;
export const posterKey = ({ userId, batchId, itemId }: ItemName) => `results/${userId}/${batchId}/${itemId}.jpg`;

/**
 * Returns the keys of one image of a before/after run. A key contains a hash of the bytes. So the stored image is always the judged image.
 * The image expires after 90 days (docs/spec.md 3.9).
 */
export const iterationKeys = ({ userId, batchId, itemId }: ItemName, hash: string) => ({
  key: `iterations/${userId}/${batchId}/${itemId}-${hash}.jpg`,
  posterKey: `iterations/${userId}/${batchId}/${itemId}-${hash}.thumb.jpg`,
});
/** Returns the key of an ingested input picture of a before/after run. */
export const pictureKey = (userId: string, runId: string, name: 'before' | 'after' | 'input') => `ingested/${userId}/${runId}/${name}.jpg`;

/** Hexadecimal digits of a hash in the key of a signed file. */
const keyHashLength = 16;

/**
 * Returns the key of a signed file. The key contains a hash of the bytes, so that one run of the signing step never overwrites the file of
 * another run.
 */
export const signedKeyOf = (unsignedKey: string, sha256: string): string =>
  unsignedKey.replace(/\.(\w+)$/, `.${sha256.slice(0, keyHashLength)}.$1`);

/** Returns the key at which a file was stored before it was signed. */
export const unsignedKeyOf = (signedKey: string, sha256: string): string => signedKey.replace(`.${sha256.slice(0, keyHashLength)}.`, '.');

/** Returns the item of a result key, or undefined if the key does not belong to a result of this user. */
export function itemOfResult(userId: string, key: string): ItemName | undefined {
  const [folder, owner, batchId, file, ...furtherParts] = key.split('/');
  const itemId = file?.split('.')[0];
  return folder === 'results' && owner === userId && batchId && itemId && furtherParts.length === 0
    ? { userId, batchId, itemId }
    : undefined;
}

/** Returns the keys of a photo of a product. The random part distinguishes a photo that was removed and added again. */
export const productPhotoKeys = (
  userId: string,
  folder: string,
  { hash, random, extension }: { hash: string; random: string; extension: string },
) => ({
  key: `product-photos/${userId}/${folder}/${hash}-${random}.${extension}`,
  thumbnailKey: `product-photos/${userId}/${folder}/${hash}-${random}.thumb.jpg`,
});

/** Returns the id of the product to which a photo belongs, or undefined for any other file. */
export const productOfPhoto = (userId: string, key: string): string | undefined =>
  key.startsWith(folderOf('product-photos', userId)) ? key.slice(folderOf('product-photos', userId).length).split('-', 1)[0] : undefined;
