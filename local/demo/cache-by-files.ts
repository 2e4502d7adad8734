import { createHash } from 'node:crypto';
import { createCache } from '../base/cache.ts';

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
