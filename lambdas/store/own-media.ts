/** Reads files of the caller. The request contains the key or the URL of a file. A URL is never fetched (docs/spec.md 4.8). */
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { fileError, firstBytesLength, type ImageType, resultsFolder, sniffImageType } from '#shared/upload/image-file.ts';
import { fileRulesOf, isOwnFile } from './media-keys.ts';
import { mediaRoot } from './media-links.ts';
import { readObject, readStart } from './objects.ts';

/** Our keys contain no characters that need escaping. So a key with an escaped character does not belong to our storage. */
const plainKey = /^[\w-]+(\/[\w-]+)*(\.\w+)+$/;

/**
 * Returns the key in the link to a file. `root` is the text with which every link starts. The function compares the text and does not
 * resolve relative parts, so it accepts exactly one spelling of each key. The signature is ignored, because the key identifies the owner.
 */
export function keyAt(address: string, root: string): string | undefined {
  const key = address.startsWith(root) ? address.slice(root.length).split('?', 1)[0] : undefined;
  return key && plainKey.test(key) ? key : undefined;
}

/**
 * Returns the key for a text of the caller. The text must be a key or a link to a file.
 * @throws AppError AddressNotAllowed for any other text.
 */
export async function keyFrom(keyOrUrl: string): Promise<string> {
  const key = plainKey.test(keyOrUrl) ? keyOrUrl : keyAt(keyOrUrl, await mediaRoot());
  if (!key) throw new AppError('AddressNotAllowed');
  return key;
}

/** @throws AppError AddressNotAllowed unless the text is the key or the URL of this user's upload or of a file made for this user. */
export async function ownFileKey(userId: string, keyOrUrl: string): Promise<string> {
  const key = await keyFrom(keyOrUrl);
  if (!isOwnFile(userId, key)) throw new AppError('AddressNotAllowed');
  return key;
}

type PictureRules = { folder?: string; details?: Record<string, unknown> };

/**
 * Checks the size, the declared type and the first bytes of a stored picture, so that no other file reaches a decoder.
 * @param folder the folder whose limits apply to an upload. The default is the folder of the upload.
 * @returns the type that the first bytes show.
 * @throws AppError UploadNotFound, ImageTypeMismatch, or a code of `fileError`, with `details`.
 */
export async function checkPicture(key: string, { folder, details }: PictureRules = {}): Promise<ImageType> {
  const refuse = (code: ErrorCode) => new AppError(code, details && { details });
  const start = await readStart(key, firstBytesLength);
  if (!start) throw refuse('UploadNotFound');
  const rules = fileRulesOf(key);
  const refusal = fileError(start, rules === resultsFolder ? rules : (folder ?? rules));
  if (refusal) throw refuse(refusal);
  const type = sniffImageType(start.bytes);
  if (!type || type !== start.contentType) throw refuse('ImageTypeMismatch');
  return type;
}

/**
 * Returns the key of a checked picture of this user.
 * @throws AppError AddressNotAllowed, and the errors of `checkPicture`.
 */
export async function ownPictureKey(userId: string, keyOrUrl: string): Promise<string> {
  const key = await ownFileKey(userId, keyOrUrl);
  await checkPicture(key);
  return key;
}

/**
 * Returns the bytes of a picture of this user, and the folder whose limits apply.
 * @throws AppError the errors of `ownPictureKey`.
 */
export async function readOwnPicture(userId: string, keyOrUrl: string): Promise<{ bytes: Buffer; folder?: string }> {
  const key = await ownPictureKey(userId, keyOrUrl);
  return { bytes: await readObject(key), folder: fileRulesOf(key) };
}
