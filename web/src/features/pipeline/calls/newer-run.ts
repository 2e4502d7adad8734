import type { RunResponse } from '#shared/pipeline/api.ts';

const endedAreas = ({ focusAreas }: RunResponse): number => focusAreas.filter(({ outcome }) => outcome !== undefined).length;
const isOver = ({ status }: RunResponse): boolean => status === 'completed' || status === 'stopped';

/** Returns the newer of two responses about the same run. Images, ended areas and the end of a run never disappear. */
export function newerOf(answer: RunResponse, shown: RunResponse | undefined): RunResponse {
  if (!shown || shown.runId !== answer.runId) return answer;
  const isOlder = answer.iteration < shown.iteration || endedAreas(answer) < endedAreas(shown) || (isOver(shown) && !isOver(answer));
  return isOlder ? shown : answer;
}
