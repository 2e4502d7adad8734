/**
 * The browser's local and session storage, which a browser may block or fill. What it does not take is kept in memory until the page is
 * closed, so that reading answers what was written.
 */
export type Store = {
  read(key: string): string | undefined;
  write(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
};

/** @param open the browser's storage. Reading the property throws where the browser blocks it. */
export function storeOf(open: () => Storage): Store {
  const memory = new Map<string, string>();
  /** Answers `otherwise` where the browser refuses. */
  const attempt = <Value>(use: (storage: Storage) => Value, otherwise: Value): Value => {
    try {
      return use(open());
    } catch {
      return otherwise;
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
