import { describe, expect, test } from 'vitest';
import { storeOf } from './storage.ts';

/** A browser storage with a limited number of characters. */
function storageOf(charactersMax = Number.POSITIVE_INFINITY): Storage {
  const kept: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem(key: string, value: string) {
      if (value.length > charactersMax) throw new DOMException('full', 'QuotaExceededError');
      kept[key] = value;
    },
    removeItem: (key: string) => void delete kept[key],
  };
  return new Proxy(methods as unknown as Storage, {
    ownKeys: () => Object.keys(kept),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

const constant = (storage: Storage) => () => storage;

describe('storage', () => {
  test.each([
    ['works', storeOf(constant(storageOf()))],
    [
      'is blocked',
      storeOf(() => {
        throw new DOMException('blocked', 'SecurityError');
      }),
    ],
    ['is full', storeOf(constant(storageOf(0)))],
    ['does not exist', storeOf(() => undefined as unknown as Storage)],
  ])('that %s forgets a removed value and never throws', (_, store) => {
    expect(store.read('language')).toBeUndefined();
    store.write('language', 'de');
    store.remove('language');
    expect(store.read('language')).toBeUndefined();
    expect(store.keys()).toEqual([]);
  });

  test('that is blocked keeps a value until the page is closed', () => {
    const store = storeOf(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    store.write('language', 'de');
    expect(store.read('language')).toBe('de');
    expect(store.keys()).toEqual(['language']);
  });

  test('that is full returns the new value, not the old one that it still contains', () => {
    const storage = storageOf(2);
    const store = storeOf(() => storage);
    store.write('batches', '[]');
    store.write('batches', '["a"]');
    expect(store.read('batches')).toBe('["a"]');
    store.write('batches', '{}');
    expect(store.read('batches')).toBe('{}');
    expect(store.keys()).toEqual(['batches']);
  });
});
