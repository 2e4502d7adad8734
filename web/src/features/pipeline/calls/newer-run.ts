import type { RunResponse } from '#shared/pipeline/api.ts';

const endedAreas = ({ focusAreas }: RunResponse): number => focusAreas.filter(({ outcome }) => outcome !== undefined).length;
const isOver = ({ status }: RunResponse): boolean => status === 'completed' || status === 'stopped';

/** Returns the newer of two answers about the same run: images, ended areas and the end of a run are never taken back. */
export function newerOf(answer: RunResponse, shown: RunResponse | undefined): RunResponse {
  if (!shown || shown.runId !== answer.runId) return answer;
  const isOlder = answer.iteration < shown.iteration || endedAreas(answer) < endedAreas(shown) || (isOver(shown) && !isOver(answer));
  return isOlder ? shown : answer;
}
