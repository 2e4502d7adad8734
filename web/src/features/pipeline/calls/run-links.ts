import type { RunResponse } from '#shared/pipeline/api.ts';
import { keptLink } from '#web/lib/known-answers.ts';

/** Returns a response with the previous links of unchanged files, so that pictures are not loaded again. */
export function withKnownLinks(response: RunResponse, previous: RunResponse): RunResponse {
  const { photos, iterationHistory } = response;
  const previousIterations = new Map(previous.iterationHistory.map((one) => [one.iterationNumber, one]));
  return {
    ...response,
    photos: {
      beforeUrl: keptLink(photos.beforeUrl, previous.photos.beforeUrl),
      afterUrl: keptLink(photos.afterUrl, previous.photos.afterUrl),
      inputUrl: keptLink(photos.inputUrl, previous.photos.inputUrl),
    },
    iterationHistory: iterationHistory.map((one) => {
      const last = previousIterations.get(one.iterationNumber);
      if (!last) return one;
      const imageUrl = keptLink(one.imageUrl, last.imageUrl);
      const thumbnailUrl = keptLink(one.thumbnailUrl, last.thumbnailUrl);
      return { ...one, ...(imageUrl !== undefined && { imageUrl }), ...(thumbnailUrl !== undefined && { thumbnailUrl }) };
    }),
  };
}
