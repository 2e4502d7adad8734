/** CloudFront's cache of a site's files. */
import { createCache } from '../../base/cache.ts';
import { type CachePolicy, secondsToCache } from './cache-policy.ts';
import type { OriginResult, SiteObject } from './site-objects.ts';

/** An object of an origin. `copy` stores a copy of the current bytes. So a later change at the origin does not change the cached file. */
export type OriginObject = SiteObject & { copy(): Promise<SiteObject & { deleteCopy(): Promise<void> }> };

type Entry = { result: OriginResult; storedAtMs: number; expiresAtMs: number; deleteCopy?(): Promise<void> };

type Lookup = {
  /** The path requested from the origin, with the forwarded part of its query. */
  path: string;
  policy: CachePolicy;
  /** Returns for how many seconds a response with status 400 or higher is cached. */
  errorSeconds(status: number): number;
  load(): Promise<OriginObject | 'denied' | undefined>;
};

export type CacheResult = { result: OriginResult; isHit: boolean; ageSeconds: number };

export type ObjectCache = {
  read(lookup: Lookup): Promise<CacheResult>;
  /** Removes entries by path. A path that ends with `*` removes all entries with this prefix. */
  invalidate(paths: readonly string[]): Promise<void>;
};

/** Maximum number of entries. A site has fewer files than this. Above this number, the cache removes the oldest entry. */
const entriesMax = 2_000;
const deleteDelayMs = 10_000;

export function createObjectCache(now: () => number = Date.now): ObjectCache {
  const entries = new Map<string, Promise<Entry>>();

  async function remove(path: string): Promise<void> {
    const entry = entries.get(path);
    entries.delete(path);
    const { deleteCopy } = (await entry?.catch(() => undefined)) ?? {};
    // The copy is deleted later, because a viewer may still open it.
    if (deleteCopy) setTimeout(() => void deleteCopy(), deleteDelayMs).unref();
  }

  async function fetchEntry({ policy, errorSeconds, load }: Lookup): Promise<Entry> {
    const result = await load();
    const isObject = result !== undefined && result !== 'denied';
    const seconds = isObject ? secondsToCache(policy, result.cacheControl) : errorSeconds(result === 'denied' ? 403 : 404);
    const storedAtMs = now();
    const expiresAtMs = storedAtMs + seconds * 1000;
    if (!isObject || seconds === 0) return { result, storedAtMs, expiresAtMs };
    const copied = await result.copy();
    return { result: { ...copied, compressedCopies: createCache() }, storedAtMs, expiresAtMs, deleteCopy: () => copied.deleteCopy() };
  }

  return {
    async read(lookup) {
      const cachedEntry = await entries.get(lookup.path);
      if (cachedEntry && cachedEntry.expiresAtMs > now())
        return { result: cachedEntry.result, isHit: true, ageSeconds: Math.floor((now() - cachedEntry.storedAtMs) / 1000) };
      if (cachedEntry) await remove(lookup.path);
      // Concurrent requests for a path share one fetch.
      const pendingEntry = entries.get(lookup.path) ?? fetchEntry(lookup);
      entries.set(lookup.path, pendingEntry);
      const entry = await pendingEntry.catch((error: unknown) => {
        entries.delete(lookup.path);
        throw error;
      });
      if (entry.expiresAtMs <= now() && entries.get(lookup.path) === pendingEntry) await remove(lookup.path);
      if (entries.size > entriesMax) await remove(entries.keys().next().value ?? '');
      return { result: entry.result, isHit: false, ageSeconds: 0 };
    },
    async invalidate(paths) {
      const matches = (path: string) =>
        paths.some((pattern) => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern));
      await Promise.all([...entries.keys()].filter(matches).map(remove));
    },
  };
}
