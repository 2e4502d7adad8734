import type { RunResponse } from '#shared/pipeline/api.ts';
import { chooseLink } from '#web/lib/response-cache.ts';

/** Returns a response in which unchanged files keep their previous links. So the browser does not load their pictures again. */
export function withKnownLinks(response: RunResponse, previous: RunResponse): RunResponse {
  const { photos, iterationHistory } = response;
  const previousIterations = new Map(previous.iterationHistory.map((one) => [one.iterationNumber, one]));
  return {
    ...response,
    photos: {
      beforeUrl: chooseLink(photos.beforeUrl, previous.photos.beforeUrl),
      afterUrl: chooseLink(photos.afterUrl, previous.photos.afterUrl),
      inputUrl: chooseLink(photos.inputUrl, previous.photos.inputUrl),
    },
    iterationHistory: iterationHistory.map((one) => {
      const last = previousIterations.get(one.iterationNumber);
      if (!last) return one;
      const imageUrl = chooseLink(one.imageUrl, last.imageUrl);
      const thumbnailUrl = chooseLink(one.thumbnailUrl, last.thumbnailUrl);
      return { ...one, ...(imageUrl !== undefined && { imageUrl }), ...(thumbnailUrl !== undefined && { thumbnailUrl }) };
    }),
  };
}
