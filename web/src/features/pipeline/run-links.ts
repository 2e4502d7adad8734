import type { RunResponse } from '#shared/pipeline/api.ts';

const fileOf = (link: string | undefined): string | undefined => link?.split('?')[0];

/** The link before, where both lead to the same file: each answer signs anew, and a picture would be loaded again for nothing. */
const kept = <Link extends string | undefined>(now: Link, before: Link): Link => (fileOf(now) === fileOf(before) ? before : now);

/** An answer with the links of the one before it. */
export function withKnownLinks(answer: RunResponse, before: RunResponse): RunResponse {
  const { photos, iterationHistory } = answer;
  const known = new Map(before.iterationHistory.map((one) => [one.iterationNumber, one]));
  return {
    ...answer,
    photos: {
      beforeUrl: kept(photos.beforeUrl, before.photos.beforeUrl),
      afterUrl: kept(photos.afterUrl, before.photos.afterUrl),
      inputUrl: kept(photos.inputUrl, before.photos.inputUrl),
    },
    iterationHistory: iterationHistory.map((one) => {
      const last = known.get(one.iterationNumber);
      if (!last) return one;
      const imageUrl = kept(one.imageUrl, last.imageUrl);
      const thumbnailUrl = kept(one.thumbnailUrl, last.thumbnailUrl);
      return { ...one, ...(imageUrl !== undefined && { imageUrl }), ...(thumbnailUrl !== undefined && { thumbnailUrl }) };
    }),
  };
}
