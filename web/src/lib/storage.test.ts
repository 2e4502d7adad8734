import { describe, expect, test } from 'vitest';
import { storeOf } from './storage.ts';

/** Returns a browser storage that accepts only values with a limited number of characters. */
function storageOf(charactersMax = Number.POSITIVE_INFINITY): Storage {
  const entries: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem(key: string, value: string) {
      if (value.length > charactersMax) throw new DOMException('full', 'QuotaExceededError');
      entries[key] = value;
    },
    removeItem: (key: string) => void delete entries[key],
  };
  return new Proxy(methods as unknown as Storage, {
    ownKeys: () => Object.keys(entries),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

const openerOf = (storage: Storage) => () => storage;

describe('a store', () => {
  test.each([
    ['works', storeOf(openerOf(storageOf()))],
    [
      'is blocked',
      storeOf(() => {
        throw new DOMException('blocked', 'SecurityError');
      }),
    ],
    ['is full', storeOf(openerOf(storageOf(0)))],
    ['does not exist', storeOf(() => undefined as unknown as Storage)],
  ])('after a removal, a store returns no value and throws no error, even if the browser storage %s', (_, store) => {
    expect(store.read('language')).toBeUndefined();
    store.write('language', 'de');
    store.remove('language');
    expect(store.read('language')).toBeUndefined();
    expect(store.keys()).toEqual([]);
  });

  test('a store keeps a value until the page is closed, if the browser storage is blocked', () => {
    const store = storeOf(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    store.write('language', 'de');
    expect(store.read('language')).toBe('de');
    expect(store.keys()).toEqual(['language']);
  });

  test('a store returns the new value, even if the browser storage is full and still contains the old value', () => {
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
