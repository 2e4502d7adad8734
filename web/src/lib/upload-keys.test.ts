import { beforeEach, expect, test, vi } from 'vitest';
import { findUploadKey, removeUploadKeys, storeUploadKey } from './upload-keys.ts';

const session = vi.hoisted(() => ({ state: {} as object }));
vi.mock('./session/session.ts', () => ({ readSessionState: () => session.state }));

const ada = { status: 'user', user: { id: 'ada' }, expired: false };
const day = 24 * 60 * 60_000;

const values = new Map<string, string>();
vi.stubGlobal('window', {
  localStorage: {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  },
});

beforeEach(() => {
  vi.useRealTimers();
  removeUploadKeys();
  session.state = ada;
});

/** Loads the module again, in the same way as a page after a reload. */
async function findAfterReload(photoId: string): Promise<string | undefined> {
  vi.resetModules();
  return (await import('./upload-keys.ts')).findUploadKey(photoId);
}

test('a stored key is found after a reload', async () => {
  storeUploadKey('photo', 'uploads/ada/1.jpg');
  expect(findUploadKey('photo')).toBe('uploads/ada/1.jpg');
  expect(await findAfterReload('photo')).toBe('uploads/ada/1.jpg');
});

test.each([
  ['another account', { ...ada, user: { id: 'bob' } }],
  ['a visitor', { status: 'anonymous' }],
])('a key is not found for %s', (_, state) => {
  storeUploadKey('photo', 'uploads/ada/1.jpg');
  session.state = state;
  expect(findUploadKey('photo')).toBeUndefined();
});

test('a key expires before the uploaded file is deleted from storage', () => {
  vi.useFakeTimers();
  storeUploadKey('photo', 'uploads/ada/1.jpg');
  vi.advanceTimersByTime(6 * day);
  expect(findUploadKey('photo')).toBeDefined();
  vi.advanceTimersByTime(2 * day);
  expect(findUploadKey('photo')).toBeUndefined();
});

test('only the newest thousand keys are stored', () => {
  for (let number = 0; number <= 1_000; number++) storeUploadKey(`photo-${number}`, `uploads/ada/${number}.jpg`);
  const stored = JSON.parse(values.get('vitrine.upload-keys') ?? '[]') as { photoId: string }[];
  expect(stored).toHaveLength(1_000);
  expect(stored.at(-1)?.photoId).toBe('photo-1000');
});

test.each([['not JSON'], ['{}'], ['[1, null, {"photoId": "photo"}]']])('damaged storage contains no keys: %s', async (value) => {
  values.set('vitrine.upload-keys', value);
  expect(await findAfterReload('photo')).toBeUndefined();
});
