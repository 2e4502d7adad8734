import type { RunResponse } from '#shared/pipeline/api.ts';

const countEndedAreas = ({ focusAreas }: RunResponse): number => focusAreas.filter(({ outcome }) => outcome !== undefined).length;
const isOver = ({ status }: RunResponse): boolean => status === 'completed' || status === 'stopped';

/**
 * Returns the newer of two responses about the same run. Compares the images and the ended areas, because their numbers never decrease. An
 * ended run never runs again.
 */
export function newerOf(response: RunResponse, shown: RunResponse | undefined): RunResponse {
  if (!shown || shown.runId !== response.runId) return response;
  const isOlder = response.iteration < shown.iteration || countEndedAreas(response) < countEndedAreas(shown);
  return isOlder || (isOver(shown) && !isOver(response)) ? shown : response;
}
