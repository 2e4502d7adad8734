/** Reads what a caller names by key or by address, if it is the caller's own; no address is ever fetched (Q43). */
import { AppError } from '#shared/errors.ts';
import { refuseFile } from '#shared/upload/image-file.ts';
import { folderOfUpload, isUploadOf, link, readObject, readStart } from './media.ts';

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
const storageRoot = async (now: Date): Promise<string> => (await link('-', now)).replace(/-\?.*$/, '');

/** The key that a caller's text is, or is the address of. @throws AppError AddressNotAllowed for anything else. */
export async function namedKey(named: string, now: Date): Promise<string> {
  const key = plainKey.test(named) ? named : keyAt(named, await storageRoot(now));
  if (!key) throw new AppError('AddressNotAllowed');
  return key;
}

/** @throws AppError AddressNotAllowed for anything but an upload of this user's. */
export async function ownUploadKey(userId: string, named: string, now: Date): Promise<string> {
  const key = await namedKey(named, now);
  if (!isUploadOf(userId, key)) throw new AppError('AddressNotAllowed');
  return key;
}

/** The bytes of an upload of this user's. @throws AppError AddressNotAllowed, UploadNotFound, or as `refuseFile` refuses. */
export async function readOwnUpload(userId: string, named: string, now: Date): Promise<Buffer> {
  const key = await ownUploadKey(userId, named, now);
  const start = await readStart(key, 1);
  if (!start) throw new AppError('UploadNotFound');
  const refusal = refuseFile(start, folderOfUpload(key));
  if (refusal) throw new AppError(refusal);
  return readObject(key);
}
