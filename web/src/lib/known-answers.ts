/** Caches responses of polled calls. The server does not send unchanged data again, and a file keeps its first link. */
import type { Tagged } from './api.ts';

/** Maximum age of a cached response in milliseconds, because its links expire. */
const knownGoodMs = 10 * 60_000;

type Means<Answer> = { known: Tagged<Answer> | undefined; onTagged: (tagged: Tagged<Answer>) => void };

/**
 * @param withKnownLinks returns the response with the previous links of unchanged files. Each response has newly signed links, and a
 * playing video would restart with each new address.
 * @param mayChange whether the call will be repeated.
 */
export function knownAnswers<Answer>(
  withKnownLinks: (answer: Answer, before: Answer) => Answer,
  mayChange: (answer: Answer) => boolean,
): { ask(id: string, call: (means: Means<Answer>) => Promise<Answer>): Promise<Answer>; forget(id: string): void } {
  const answers = new Map<string, Tagged<Answer> & { sinceMs: number }>();
  return {
    async ask(id, call) {
      const last = answers.get(id);
      const good = last && performance.now() - last.sinceMs < knownGoodMs ? last : undefined;
      let tagged: Tagged<Answer> | undefined;
      const answer = await call({
        known: good,
        onTagged: (next) => {
          tagged = next;
        },
      });
      if (answer === good?.answer) return answer;
      const shown = good ? withKnownLinks(answer, good.answer) : answer;
      if (tagged && mayChange(answer)) answers.set(id, { etag: tagged.etag, answer: shown, sinceMs: good?.sinceMs ?? performance.now() });
      else answers.delete(id);
      return shown;
    },
    forget: (id) => void answers.delete(id),
  };
}

const fileOf = (link: string | undefined): string | undefined => link?.split('?')[0];

/** Returns the previous link if both links lead to the same file. */
export const keptLink = <Link extends string | undefined>(now: Link, before: Link): Link => (fileOf(now) === fileOf(before) ? before : now);
