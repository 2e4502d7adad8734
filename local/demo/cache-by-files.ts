import { createHash } from 'node:crypto';

const entriesMax = 8;

/** Returns a key that is equal for files with equal content. */
export const keyOfFiles = (files: readonly Buffer[]): string =>
  files.map((file) => createHash('sha1').update(file).digest('base64')).join();

/**
 * Caches the latest results. The key is the content of the files, because a before/after run measures the same pictures repeatedly. Errors
 * are not cached.
 */
export function cacheByFiles<Files extends Buffer[], Result>(compute: (...files: Files) => Promise<Result>): typeof compute {
  const cached = createCache<Result>();
  return (...files) => cached(keyOfFiles(files), () => compute(...files));
}

/** Caches the latest results by a key. Errors are not cached. */
export function createCache<Result>(): (key: string, compute: () => Promise<Result>) => Promise<Result> {
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
