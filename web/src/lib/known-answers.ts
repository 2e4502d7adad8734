/** Questions that are asked again and again: the same answer is not sent twice, and a file keeps the link it was first shown by. */
import type { Tagged } from './api.ts';

/** What is known is told to the server for so long at most, in milliseconds: its links grow old. */
const knownGoodMs = 10 * 60_000;

type Means<Answer> = { known: Tagged<Answer> | undefined; onTagged: (tagged: Tagged<Answer>) => void };

/**
 * @param withKnownLinks the answer with the links of the one before, where both lead to the same file: each answer signs anew, and a
 * video that is playing would start again with each change of its address.
 * @param mayChange whether the question will be asked again
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

/** The link before, where both lead to the same file. */
export const keptLink = <Link extends string | undefined>(now: Link, before: Link): Link => (fileOf(now) === fileOf(before) ? before : now);
