/** CloudFront's cache of a site's files. An entry stays until it expires or is invalidated. */
import { type CachePolicy, secondsToKeep } from './cache-policy.ts';
import type { OriginAnswer, SiteObject } from './site-objects.ts';

/** An object of an origin. `keep` copies its current bytes, so that the origin may change. */
export type OriginObject = SiteObject & { keep(): Promise<SiteObject & { drop(): Promise<void> }> };

type Entry = { answer: OriginAnswer; storedAtMs: number; expiresAtMs: number; drop?(): Promise<void> };

type Lookup = {
  /** The path requested from the origin. */
  path: string;
  policy: CachePolicy;
  /** How long a response with status 400 or higher is kept. */
  errorSeconds(status: number): number;
  load(): Promise<OriginObject | 'denied' | undefined>;
};

export type Cached = { answer: OriginAnswer; isHit: boolean; ageSeconds: number };

export type ObjectCache = {
  read(lookup: Lookup): Promise<Cached>;
  /** Removes entries by path; a path that ends with `*` removes all entries with that prefix. */
  invalidate(paths: readonly string[]): Promise<void>;
};

/** More than the files of a site; beyond it, the oldest entries are removed. */
const entriesMax = 2_000;
const dropAfterMs = 10_000;

export function createObjectCache(now: () => number = Date.now): ObjectCache {
  const entries = new Map<string, Promise<Entry>>();

  async function remove(path: string): Promise<void> {
    const entry = entries.get(path);
    entries.delete(path);
    const { drop } = (await entry?.catch(() => undefined)) ?? {};
    // A viewer may be about to read it.
    if (drop) setTimeout(() => void drop(), dropAfterMs).unref();
  }

  async function fetched({ policy, errorSeconds, load }: Lookup): Promise<Entry> {
    const answer = await load();
    const isObject = answer !== undefined && answer !== 'denied';
    const seconds = isObject ? secondsToKeep(policy, answer.cacheControl) : errorSeconds(answer === 'denied' ? 403 : 404);
    const storedAtMs = now();
    const expiresAtMs = storedAtMs + seconds * 1000;
    if (!isObject || seconds === 0) return { answer, storedAtMs, expiresAtMs };
    const kept = await answer.keep();
    return { answer: kept, storedAtMs, expiresAtMs, drop: () => kept.drop() };
  }

  return {
    async read(lookup) {
      const known = await entries.get(lookup.path);
      if (known && known.expiresAtMs > now())
        return { answer: known.answer, isHit: true, ageSeconds: Math.floor((now() - known.storedAtMs) / 1000) };
      if (known) await remove(lookup.path);
      // Concurrent requests share this one.
      const fetching = entries.get(lookup.path) ?? fetched(lookup);
      entries.set(lookup.path, fetching);
      const entry = await fetching.catch((error: unknown) => {
        entries.delete(lookup.path);
        throw error;
      });
      if (entry.expiresAtMs <= now() && entries.get(lookup.path) === fetching) await remove(lookup.path);
      if (entries.size > entriesMax) await remove(entries.keys().next().value ?? '');
      return { answer: entry.answer, isHit: false, ageSeconds: 0 };
    },
    async invalidate(paths) {
      const matches = (path: string) => paths.some((one) => (one.endsWith('*') ? path.startsWith(one.slice(0, -1)) : path === one));
      await Promise.all([...entries.keys()].filter(matches).map(remove));
    },
  };
}
