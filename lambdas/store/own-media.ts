/** Reads the caller's own files, given by key or by URL. A URL is never fetched (docs/spec.md 4.8). */
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { fileError, firstBytesLength, type ImageType, madeFilesFolder, sniffImageType } from '#shared/upload/image-file.ts';
import { fileRulesOf, isOwnFile, readObject, readStart, signedUrl } from './media.ts';

/** Our keys contain no characters that need escaping, so a key with an escaped character is not one of ours. */
const plainKey = /^[\w-]+(\/[\w-]+)*(\.\w+)+$/;

/**
 * Returns the key in an object's URL, given the URL of the storage root. It compares only the text and resolves nothing, so that there is
 * only one accepted spelling of each key. The signature is ignored, because the key identifies the owner.
 */
export function keyAt(address: string, root: string): string | undefined {
  const key = address.startsWith(root) ? address.slice(root.length).split('?', 1)[0] : undefined;
  return key && plainKey.test(key) ? key : undefined;
}

/** The common prefix of all signed URLs. */
const storageRoot = async (now: Date): Promise<string> => (await signedUrl('-', now)).replace(/-\?.*$/, '');

/** Returns the key for a caller's text, which is a key or its URL. @throws AppError AddressNotAllowed for anything else. */
export async function namedKey(named: string, now: Date): Promise<string> {
  const key = plainKey.test(named) ? named : keyAt(named, await storageRoot(now));
  if (!key) throw new AppError('AddressNotAllowed');
  return key;
}

/** @throws AppError AddressNotAllowed unless the text refers to this user's upload or a file made for this user. */
export async function ownFileKey(userId: string, named: string, now: Date): Promise<string> {
  const key = await namedKey(named, now);
  if (!isOwnFile(userId, key)) throw new AppError('AddressNotAllowed');
  return key;
}

type PictureRules = { folder?: string; details?: Record<string, unknown> };

/**
 * Checks a stored picture by its size, declared type and first bytes, so that no other file reaches a decoder.
 * @param folder the folder whose limits apply to an upload; default: the folder it was uploaded to.
 * @returns the type that the first bytes show.
 * @throws AppError UploadNotFound, ImageTypeMismatch, or a code of `fileError`, with `details`.
 */
export async function checkPicture(key: string, { folder, details }: PictureRules = {}): Promise<ImageType> {
  const refuse = (code: ErrorCode) => new AppError(code, details && { details });
  const start = await readStart(key, firstBytesLength);
  if (!start) throw refuse('UploadNotFound');
  const rules = fileRulesOf(key);
  const refusal = fileError(start, rules === madeFilesFolder ? rules : (folder ?? rules));
  if (refusal) throw refuse(refusal);
  const type = sniffImageType(start.bytes);
  if (!type || type !== start.contentType) throw refuse('ImageTypeMismatch');
  return type;
}

/** Returns the key of a checked picture of this user. @throws AppError AddressNotAllowed, and the errors of `checkPicture`. */
export async function ownPictureKey(userId: string, named: string, now: Date): Promise<string> {
  const key = await ownFileKey(userId, named, now);
  await checkPicture(key);
  return key;
}

/** Returns the bytes of a picture of this user, and the folder whose limits apply. @throws AppError the errors of `ownPictureKey`. */
export async function readOwnPicture(userId: string, named: string, now: Date): Promise<{ bytes: Buffer; folder?: string }> {
  const key = await ownPictureKey(userId, named, now);
  return { bytes: await readObject(key), folder: fileRulesOf(key) };
}
