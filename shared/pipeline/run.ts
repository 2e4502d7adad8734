/**
 * The rules of a before/after run as a pure reducer (docs/spec.md 10.4). An iteration is one image and its evaluations. An attempt is one
 * improvement for an area.
 *
 *   first image ─▶ evaluate the first area ─┬ solved ─────────────▶ evaluate the next area on the same image
 *                             ▲             ├ needs work ─▶ improve ─┐
 *                             └─────────────┼────────────────────────┘
 *                                           └ after two attempts ──▶ skip: evaluate the next area on the image from before this area
 *
 * The last area is always product accuracy. After fifteen images, no more images are made: each remaining area is evaluated once on the
 * current image.
 */
import { accuracyArea, cleanAreas } from './focus-areas.ts';

export const iterationsMax = 15;
export const attemptsPerAreaMax = 2;

export const areaStatuses = ['pending', 'needs_work', 'solved'] as const;
export type AreaStatus = (typeof areaStatuses)[number];

/**
 * The ways in which an area can end.
 * - `solved`: the area passed its evaluation.
 * - `skipped`: the area is unsolved after two attempts.
 * - `limit`: the area is unsolved, and the run may not make more images.
 * - `stopped`: the seller stopped the run.
 */
export const areaOutcomes = ['solved', 'skipped', 'limit', 'stopped'] as const;
export type AreaOutcome = (typeof areaOutcomes)[number];

export type Area = {
  name: string;
  kind: 'focus' | 'accuracy';
  status: AreaStatus;
  /** Improvements made for this area. */
  attempts: number;
  /** The current iteration at the start of this area. If the area is skipped, this iteration becomes current again. */
  base?: number;
  outcome?: AreaOutcome;
  /** Last assessment of this area. */
  assessment?: string;
  nextSteps?: string[];
};

export type RunState = {
  areas: Area[];
  /** Number of images made. */
  images: number;
  /** The current iteration: the newest iteration or, after a skipped area, an earlier one. */
  version?: number;
  /** The improvement that the last judgement asks for. No area is evaluated until the improved image is made. */
  improvement?: string;
};

export type Judgement = { isSolved: boolean; assessment: string; nextSteps: string[]; improvementPrompt: string };

export type NextStep =
  | { do: 'generate' }
  | { do: 'improve'; area: Area; from: number; improvement: string }
  | { do: 'evaluate'; area: Area; version: number }
  | { do: 'finish' };

/** Returns a new run. The areas are cleaned, and product accuracy is added last. */
export const startRun = (areas: readonly string[]): RunState => ({
  areas: [
    ...cleanAreas(areas).map((name) => ({ name, kind: 'focus' as const, status: 'pending' as const, attempts: 0 })),
    { name: accuracyArea, kind: 'accuracy', status: 'pending', attempts: 0 },
  ],
  images: 0,
});

/** Returns the first area without an outcome, or undefined if all areas have ended. */
export const currentArea = ({ areas }: RunState): Area | undefined => areas.find(({ outcome }) => outcome === undefined);

/** Returns the next step of the run. */
export function nextStep(state: RunState): NextStep {
  const area = currentArea(state);
  if (!area) return { do: 'finish' };
  const { version, improvement } = state;
  if (version === undefined) return { do: 'generate' };
  return improvement === undefined ? { do: 'evaluate', area, version } : { do: 'improve', area, from: version, improvement };
}

/**
 * Adds a stored image: the first image, or an attempt for the current area. The iteration number of the image is `images` of the returned
 * state.
 */
export function applyImage({ improvement, ...state }: RunState): RunState {
  const images = state.images + 1;
  const stateWithImage = { ...state, images, version: images };
  if (state.version === undefined) return changeCurrentArea(stateWithImage, { base: images });
  return changeCurrentArea(stateWithImage, { attempts: (currentArea(state)?.attempts ?? 0) + 1 });
}

/** Adds the judgement of the current area in the current image. */
export function applyJudgement(state: RunState, { isSolved, assessment, nextSteps, improvementPrompt }: Judgement): RunState {
  const area = currentArea(state);
  if (!area || state.version === undefined) return state;
  const judgementTexts = { assessment, nextSteps };
  if (isSolved) return startNextArea(changeCurrentArea(state, { ...judgementTexts, status: 'solved', outcome: 'solved' }));
  const endUnsolved = (outcome: AreaOutcome) =>
    startNextArea({
      ...changeCurrentArea(state, { ...judgementTexts, status: 'needs_work', outcome }),
      version: area.base ?? state.version,
    });
  if (area.attempts >= attemptsPerAreaMax) return endUnsolved('skipped');
  if (state.images >= iterationsMax) return endUnsolved('limit');
  return { ...changeCurrentArea(state, { ...judgementTexts, status: 'needs_work' }), improvement: improvementPrompt };
}

/** Stops the run. All unfinished areas end, and the image from the start of the current area is the result. */
export function applyStop({ improvement, ...state }: RunState): RunState {
  const area = currentArea(state);
  if (!area) return state;
  const version = area.base ?? state.version;
  const areas = state.areas.map((one) => (one.outcome ? one : { ...one, outcome: 'stopped' as const }));
  return { ...state, areas, ...(version !== undefined && { version }) };
}

/**
 * Returns the iteration that the run would deliver if it ended now. This is the base of the current area, because later attempts have not
 * solved the area.
 */
export const bestIteration = (state: RunState): number | undefined => currentArea(state)?.base ?? state.version;

/** Returns the percentage of the areas that have ended. */
export const progressOf = ({ areas }: RunState): number =>
  Math.round((100 * areas.filter(({ outcome }) => outcome !== undefined).length) / areas.length);

export const isAllSolved = ({ areas }: RunState): boolean => areas.every(({ status }) => status === 'solved');

const changeCurrentArea = (state: RunState, change: Partial<Area>): RunState => {
  const area = currentArea(state);
  return { ...state, areas: state.areas.map((one) => (one === area ? { ...one, ...change } : one)) };
};

/** Makes the current image the base of the next area. */
const startNextArea = (state: RunState): RunState =>
  state.version === undefined ? state : changeCurrentArea(state, { base: state.version });
