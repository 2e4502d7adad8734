/** Reads what a caller names by key or by address, if it is the caller's own; no address is ever fetched (Q43). */
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { fileError, firstBytesLength, type ImageType, madeFilesFolder, sniffImageType } from '#shared/upload/image-file.ts';
import { fileRulesOf, isOwnFile, readObject, readStart, signedUrl } from './media.ts';

/** The keys that we make need no escaping, so what needs some is none of them. */
const plainKey = /^[\w-]+(\/[\w-]+)*(\.\w+)+$/;

/**
 * The key behind the address of an object, given the address of the storage's root: by its text alone, so that there is one spelling
 * and nothing to resolve. The signature is not looked at, for whose an object is stands in its key.
 */
export function keyAt(address: string, root: string): string | undefined {
  const key = address.startsWith(root) ? address.slice(root.length).split('?', 1)[0] : undefined;
  return key && plainKey.test(key) ? key : undefined;
}

/** What every signed address begins with. */
const storageRoot = async (now: Date): Promise<string> => (await signedUrl('-', now)).replace(/-\?.*$/, '');

/** The key that a caller's text is, or is the address of. @throws AppError AddressNotAllowed for anything else. */
export async function namedKey(named: string, now: Date): Promise<string> {
  const key = plainKey.test(named) ? named : keyAt(named, await storageRoot(now));
  if (!key) throw new AppError('AddressNotAllowed');
  return key;
}

/** @throws AppError AddressNotAllowed for anything but an upload of this user or a file that was made for this user. */
export async function ownFileKey(userId: string, named: string, now: Date): Promise<string> {
  const key = await namedKey(named, now);
  if (!isOwnFile(userId, key)) throw new AppError('AddressNotAllowed');
  return key;
}

type PictureRules = { folder?: string; details?: Record<string, unknown> };

/**
 * Checks a stored picture by its size, its declared type and its first bytes, so that nothing else reaches a decoder.
 * @param folder whose limits apply to an upload; by default those of the folder that it was sent to.
 * @returns the type that its bytes show.
 * @throws AppError UploadNotFound, ImageTypeMismatch, or as `refuseFile` refuses, with `details`.
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

/** The key of a picture of this user that was checked. @throws AppError AddressNotAllowed, and as `checkPicture` throws. */
export async function ownPictureKey(userId: string, named: string, now: Date): Promise<string> {
  const key = await ownFileKey(userId, named, now);
  await checkPicture(key);
  return key;
}

/** The bytes of a picture of this user. @throws AppError as `ownPictureKey` throws. */
export const readOwnPicture = async (userId: string, named: string, now: Date): Promise<Buffer> =>
  readObject(await ownPictureKey(userId, named, now));
