/** The steps of a run. Each focus area is one step, so the progress ends at 100 % for any number of images. */
import type { RunFocusArea, RunResponse } from '#shared/pipeline/api.ts';

export type StepState = 'waiting' | 'current' | 'paused' | 'solved' | 'unsolved' | 'stopped';
/** The state of one improvement for an area. */
export type Attempt = 'failed' | 'running' | 'solved';

type Run = Pick<RunResponse, 'status' | 'step' | 'currentArea' | 'focusAreas' | 'result'>;

/**
 * Returns the current area. A paused run may have no current area. Then returns the first area that has not ended, because the run
 * continues with this area.
 */
export const currentAreaOf = ({ status, currentArea, focusAreas }: Omit<Run, 'step' | 'result'>): string | undefined =>
  currentArea ?? (status === 'paused' ? focusAreas.find(({ outcome }) => outcome === undefined)?.area : undefined);

export const hasEnded = ({ status }: Pick<RunResponse, 'status'>): boolean => status === 'completed' || status === 'stopped';

/**
 * Returns how an area has ended. Each evaluation also judges the accuracy. So the accuracy of the result can be known even if the run was
 * stopped before the accuracy step.
 */
export const outcomeOf = ({ kind, outcome }: RunFocusArea, { result }: Pick<Run, 'result'>): RunFocusArea['outcome'] =>
  kind === 'accuracy' && outcome === 'stopped' && result?.productAccuracy?.status === 'PASS' ? 'solved' : outcome;

export function stepState(focusArea: RunFocusArea, run: Omit<Run, 'step'>): StepState {
  const { area } = focusArea;
  const { status } = run;
  const outcome = outcomeOf(focusArea, run);
  if (outcome === 'solved') return 'solved';
  if (outcome === 'stopped') return 'stopped';
  if (outcome !== undefined) return 'unsolved';
  if (area !== currentAreaOf(run)) return 'waiting';
  if (status === 'running') return 'current';
  return status === 'paused' ? 'paused' : 'waiting';
}

/** Returns the improvements of an area. While an image is made or checked, the last improvement counts as running. */
export function attemptsOf({ area, outcome, attempts }: RunFocusArea, { status, step, currentArea }: Omit<Run, 'result'>): Attempt[] {
  const failed = (count: number): Attempt[] => Array.from({ length: Math.max(0, count) }, () => 'failed');
  if (outcome === 'solved') return attempts === 0 ? [] : [...failed(attempts - 1), 'solved'];
  const isCurrent = outcome === undefined && status === 'running' && area === currentArea;
  if (isCurrent && step === 'improving') return [...failed(attempts), 'running'];
  if (isCurrent && attempts > 0) return [...failed(attempts - 1), 'running'];
  return failed(attempts);
}

export type Progress = { solved: number; total: number; percent: number };

/**
 * Counts the solved areas. The accuracy check is not an area that the seller has chosen, so only the percentage contains it. For the
 * percentage, unsolved areas that have ended also count, so that every ended run has 100 percent.
 */
export function progressOf(run: Pick<Run, 'status' | 'focusAreas' | 'result'>): Progress {
  const { focusAreas } = run;
  const chosenAreas = focusAreas.filter(({ kind }) => kind === 'focus');
  const solved = chosenAreas.filter((area) => outcomeOf(area, run) === 'solved').length;
  const ended = focusAreas.map((area) => outcomeOf(area, run)).filter((outcome) => outcome !== undefined && outcome !== 'stopped').length;
  const percent = hasEnded(run) ? 100 : focusAreas.length === 0 ? 0 : Math.floor((ended / focusAreas.length) * 100);
  return { solved, total: chosenAreas.length, percent };
}

/** Whether the run has ended with its first image, and this image has solved all areas. */
export function isSolvedByFirstImage(run: Pick<RunResponse, 'status' | 'focusAreas' | 'result' | 'statistics'>): boolean {
  const { solved, total } = progressOf(run);
  return hasEnded(run) && solved === total && run.statistics.imagesMade === 1;
}
