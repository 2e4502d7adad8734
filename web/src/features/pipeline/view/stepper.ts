/** The steps of a run. Each focus area is one step, so the progress ends at 100 % for any number of images. */
import type { RunFocusArea, RunResponse } from '#shared/pipeline/api.ts';

export type StepState = 'waiting' | 'current' | 'paused' | 'solved' | 'unsolved';
/** One improvement for an area. */
export type Attempt = 'failed' | 'running' | 'solved';

type Run = Pick<RunResponse, 'status' | 'step' | 'currentArea' | 'focusAreas'>;

/** The current area. If a paused run has no current area, it continues at the first area that has not ended. */
export const openArea = ({ status, currentArea, focusAreas }: Omit<Run, 'step'>): string | undefined =>
  currentArea ?? (status === 'paused' ? focusAreas.find(({ outcome }) => outcome === undefined)?.area : undefined);

export const hasEnded = ({ status }: Pick<RunResponse, 'status'>): boolean => status === 'completed' || status === 'stopped';

export function stepState({ area, outcome }: RunFocusArea, run: Omit<Run, 'step'>): StepState {
  const { status } = run;
  if (outcome === 'solved') return 'solved';
  if (outcome !== undefined) return 'unsolved';
  if (area !== openArea(run)) return 'waiting';
  if (status === 'running') return 'current';
  return status === 'paused' ? 'paused' : 'waiting';
}

/** Returns the improvements of an area. While an image is made or checked, the last improvement is still running. */
export function attemptsOf({ area, outcome, attempts }: RunFocusArea, { status, step, currentArea }: Run): Attempt[] {
  const failed = (count: number): Attempt[] => Array.from({ length: Math.max(0, count) }, () => 'failed');
  if (outcome === 'solved') return attempts === 0 ? [] : [...failed(attempts - 1), 'solved'];
  const isCurrent = outcome === undefined && status === 'running' && area === currentArea;
  if (isCurrent && step === 'improving') return [...failed(attempts), 'running'];
  if (isCurrent && attempts > 0) return [...failed(attempts - 1), 'running'];
  return failed(attempts);
}

export type Progress = { done: number; total: number; percent: number };

/** Counts the areas that have ended. The areas that a stop has ended are not counted. */
export function progressOf({ status, focusAreas }: Pick<Run, 'status' | 'focusAreas'>): Progress {
  const total = focusAreas.length;
  const ended = focusAreas.filter(({ outcome }) => outcome !== undefined && outcome !== 'stopped').length;
  if (status === 'completed') return { done: total, total, percent: 100 };
  return { done: ended, total, percent: total === 0 ? 0 : Math.floor((ended / total) * 100) };
}
