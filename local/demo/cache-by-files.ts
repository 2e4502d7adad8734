import { createHash } from 'node:crypto';

const entriesMax = 8;

/**
 * Caches the latest results. The key is the content of the files, because a before/after run measures the same pictures repeatedly. Errors
 * are not cached.
 */
export function cacheByFiles<Files extends Buffer[], Result>(compute: (...files: Files) => Promise<Result>): typeof compute {
  const results = new Map<string, Promise<Result>>();
  return (...files) => {
    const key = files.map((file) => createHash('sha1').update(file).digest('base64')).join();
    const result = results.get(key) ?? compute(...files);
    // The newest entry is last.
    results.delete(key);
    results.set(key, result);
    result.catch(() => results.delete(key));
    const [oldestKey] = results.keys();
    if (results.size > entriesMax && oldestKey !== undefined) results.delete(oldestKey);
    return result;
  };
}
