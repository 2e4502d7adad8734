/** Caches the responses of polls, because the server does not send unchanged data again. An unchanged file keeps its previous link. */
import type { TaggedData } from './api.ts';

/** Maximum age of a cached response in milliseconds, because its links expire. */
const cacheMaxAgeMs = 10 * 60_000;

type CacheOptions<Data> = { known: TaggedData<Data> | undefined; onTagged: (tagged: TaggedData<Data>) => void };

/**
 * @param withKnownLinks returns the response with the previous links of unchanged files. All links change at each full hour, and a new link
 * would restart a video that is playing.
 * @param mayChange whether the data can still change. If true, the call is repeated.
 */
export function createResponseCache<Data>(
  withKnownLinks: (data: Data, previous: Data) => Data,
  mayChange: (data: Data) => boolean,
): { read(id: string, call: (cacheOptions: CacheOptions<Data>) => Promise<Data>): Promise<Data>; remove(id: string): void } {
  const entries = new Map<string, TaggedData<Data> & { sinceMs: number }>();
  return {
    async read(id, call) {
      const entry = entries.get(id);
      const cached = entry && performance.now() - entry.sinceMs < cacheMaxAgeMs ? entry : undefined;
      let tagged: TaggedData<Data> | undefined;
      const data = await call({
        known: cached,
        onTagged: (next) => {
          tagged = next;
        },
      });
      if (data === cached?.data) return data;
      const shownData = cached ? withKnownLinks(data, cached.data) : data;
      if (tagged && mayChange(data)) entries.set(id, { etag: tagged.etag, data: shownData, sinceMs: cached?.sinceMs ?? performance.now() });
      else entries.delete(id);
      return shownData;
    },
    remove: (id) => void entries.delete(id),
  };
}

const fileOf = (link: string | undefined): string | undefined => link?.split('?')[0];

/** Returns the previous link if both links are for the same file. Otherwise, returns the new link. */
export const chooseLink = <Link extends string | undefined>(link: Link, previousLink: Link): Link =>
  fileOf(link) === fileOf(previousLink) ? previousLink : link;
