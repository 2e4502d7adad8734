/**
 * Access to local and session storage. A browser can block its storage, and the storage can be full. If a value cannot be stored, it stays
 * in memory until the page is closed. So a read always returns the written value.
 */
export type Store = {
  read(key: string): string | undefined;
  write(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
};

/** @param open returns the browser's storage. `open` throws an error if the browser blocks its storage. */
export function storeOf(open: () => Storage): Store {
  const memory = new Map<string, string>();
  /** Returns `fallback` if the browser refuses the access. */
  const attempt = <Value>(act: (storage: Storage) => Value, fallback: Value): Value => {
    try {
      return act(open());
    } catch {
      return fallback;
    }
  };
  return {
    read: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null) ?? undefined,
    write(key, value) {
      const isStored = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (isStored) memory.delete(key);
      else memory.set(key, value);
    },
    remove(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
    keys: () => [...new Set([...memory.keys(), ...attempt((storage) => Object.keys(storage), [])])],
  };
}

export const localStore: Store = storeOf(() => window.localStorage);
export const sessionStore: Store = storeOf(() => window.sessionStorage);
