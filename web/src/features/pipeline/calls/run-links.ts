import type { RunResponse } from '#shared/pipeline/api.ts';
import { keptLink } from '#web/lib/known-answers.ts';

/** Returns a response with the previous links of unchanged files, so that pictures are not loaded again. */
export function withKnownLinks(answer: RunResponse, before: RunResponse): RunResponse {
  const { photos, iterationHistory } = answer;
  const known = new Map(before.iterationHistory.map((one) => [one.iterationNumber, one]));
  return {
    ...answer,
    photos: {
      beforeUrl: keptLink(photos.beforeUrl, before.photos.beforeUrl),
      afterUrl: keptLink(photos.afterUrl, before.photos.afterUrl),
      inputUrl: keptLink(photos.inputUrl, before.photos.inputUrl),
    },
    iterationHistory: iterationHistory.map((one) => {
      const last = known.get(one.iterationNumber);
      if (!last) return one;
      const imageUrl = keptLink(one.imageUrl, last.imageUrl);
      const thumbnailUrl = keptLink(one.thumbnailUrl, last.thumbnailUrl);
      return { ...one, ...(imageUrl !== undefined && { imageUrl }), ...(thumbnailUrl !== undefined && { thumbnailUrl }) };
    }),
  };
}
