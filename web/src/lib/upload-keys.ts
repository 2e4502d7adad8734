/**
 * Stores the keys of photos that this browser has uploaded. So a page that is opened again need not upload the photos of its draft again.
 */
import { readSessionState } from './session/session.ts';
import { localStore } from './storage.ts';

const storageKey = 'vitrine.upload-keys';
/**
 * Maximum age of a key. Uploaded files are deleted after 30 days. This age is shorter, because an order must not use a file that will be
 * deleted soon.
 */
const keyAgeMsMax = 7 * 24 * 60 * 60_000;
const keysMax = 1_000;

type Stored = { photoId: string; key: string; uploadedAt: number };

let loaded: Map<string, Stored> | undefined;

function storedKeys(): Map<string, Stored> {
  loaded ??= new Map(readList().map((stored) => [stored.photoId, stored]));
  return loaded;
}

function readList(): Stored[] {
  try {
    const list: unknown = JSON.parse(localStore.read(storageKey) ?? '[]');
    return Array.isArray(list) ? list.filter(isStored) : [];
  } catch {
    return [];
  }
}

const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' &&
  value !== null &&
  'photoId' in value &&
  typeof value.photoId === 'string' &&
  'key' in value &&
  typeof value.key === 'string' &&
  'uploadedAt' in value &&
  typeof value.uploadedAt === 'number';

/** Returns the key of a photo that the signed-in user has uploaded with this browser. */
export function findUploadKey(photoId: string): string | undefined {
  const stored = storedKeys().get(photoId);
  const session = readSessionState();
  // The key contains the id of its owner. Another account cannot use this key.
  const isOwn = session.status === 'user' && stored?.key.includes(`/${session.user.id}/`);
  return stored && isOwn && Date.now() - stored.uploadedAt < keyAgeMsMax ? stored.key : undefined;
}

export function storeUploadKey(photoId: string, key: string): void {
  // Another tab may have stored keys since the last read.
  loaded = undefined;
  const keys = storedKeys();
  keys.delete(photoId);
  keys.set(photoId, { photoId, key, uploadedAt: Date.now() });
  localStore.write(storageKey, JSON.stringify([...keys.values()].slice(-keysMax)));
}

/** Removes all keys, because the storage has deleted a file or because the user has signed out. The photos are then uploaded again. */
export function removeUploadKeys(): void {
  loaded = new Map();
  localStore.remove(storageKey);
}
