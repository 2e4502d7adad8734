const entriesMax = 8;

export type Cache<Result> = (key: string, compute: () => Promise<Result>) => Promise<Result>;

/** Caches the latest results by a key. Errors are not cached. */
export function createCache<Result>(): Cache<Result> {
  const results = new Map<string, Promise<Result>>();
  return (key, compute) => {
    const result = results.get(key) ?? compute();
    // The newest entry is last.
    results.delete(key);
    results.set(key, result);
    result.catch(() => results.delete(key));
    const [oldestKey] = results.keys();
    if (results.size > entriesMax && oldestKey !== undefined) results.delete(oldestKey);
    return result;
  };
}
