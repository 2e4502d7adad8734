/**
 * The rules of a before/after run, as a pure reducer (SPEC 4 'Pipeline'; checklist P7 to P10; Q45, Q46). An iteration is one image with
 * what was judged of it; an attempt is one improvement for an area.
 *
 *   the first image ─▶ judge the first area ─┬ solved ─────────────▶ judge the next area, of the same image
 *                             ▲              ├ needs work ─▶ improve ─┐
 *                             └──────────────┼────────────────────────┘
 *                                            └ after two attempts ──▶ skip: back to the image from before the area, judge the next
 *
 * The last area is always product accuracy. After fifteen images nothing more is made: what is left is judged, each once, of the image
 * that is there.
 */
import { accuracyArea, cleanAreas } from './focus-areas.ts';

export const iterationsMax = 15;
export const attemptsPerAreaMax = 2;

export const areaStatuses = ['pending', 'needs_work', 'solved'] as const;
export type AreaStatus = (typeof areaStatuses)[number];

/**
 * How an area ended, which is also why: found solved; skipped after two attempts; out of images; or before its end, by the seller's word.
 */
export const areaOutcomes = ['solved', 'skipped', 'limit', 'stopped'] as const;
export type AreaOutcome = (typeof areaOutcomes)[number];

export type Area = {
  name: string;
  kind: 'focus' | 'accuracy';
  status: AreaStatus;
  /** Improvements made for it. */
  attempts: number;
  /** The iteration that was the best when this area's turn came; skipping it goes back there. */
  base?: number;
  outcome?: AreaOutcome;
  /** What was last judged of it. */
  assessment?: string;
  nextSteps?: string[];
};

export type RunState = {
  areas: Area[];
  /** Images made. */
  images: number;
  /** The iteration that is worked on: the newest, or an earlier one that was gone back to. */
  version?: number;
  /** What the newest judgement asks of the next image; until that is made, nothing is judged. */
  improvement?: string;
};

export type Judgement = { isSolved: boolean; assessment: string; nextSteps: string[]; improvementPrompt: string };

export type NextStep =
  | { do: 'generate' }
  | { do: 'improve'; area: Area; from: number; improvement: string }
  | { do: 'evaluate'; area: Area; version: number }
  | { do: 'finish' };

/** A run that has not begun. The areas are cleaned, and product accuracy stands behind them. */
export const startRun = (areas: readonly string[]): RunState => ({
  areas: [
    ...cleanAreas(areas).map((name) => ({ name, kind: 'focus' as const, status: 'pending' as const, attempts: 0 })),
    { name: accuracyArea, kind: 'accuracy', status: 'pending', attempts: 0 },
  ],
  images: 0,
});

/** The area whose turn it is; none once each has ended. */
export const currentArea = ({ areas }: RunState): Area | undefined => areas.find(({ outcome }) => outcome === undefined);

/** What is to be done next. */
export function nextStep(state: RunState): NextStep {
  const area = currentArea(state);
  if (!area) return { do: 'finish' };
  const { version, improvement } = state;
  if (version === undefined) return { do: 'generate' };
  return improvement === undefined ? { do: 'evaluate', area, version } : { do: 'improve', area, from: version, improvement };
}

/** An image was made and stored: the first one, or an attempt for the area whose turn it is. Its iteration is `images` of the answer. */
export function applyImage({ improvement, ...state }: RunState): RunState {
  const images = state.images + 1;
  const made = { ...state, images, version: images };
  if (state.version === undefined) return withCurrent(made, { base: images });
  return withCurrent(made, { attempts: (currentArea(state)?.attempts ?? 0) + 1 });
}

/** What was judged of the area whose turn it is, in the image that is worked on. */
export function applyJudgement(state: RunState, { isSolved, assessment, nextSteps, improvementPrompt }: Judgement): RunState {
  const area = currentArea(state);
  if (!area || state.version === undefined) return state;
  const said = { assessment, nextSteps };
  if (isSolved) return nextArea(withCurrent(state, { ...said, status: 'solved', outcome: 'solved' }));
  const unsolved = (outcome: AreaOutcome) =>
    nextArea({ ...withCurrent(state, { ...said, status: 'needs_work', outcome }), version: area.base ?? state.version });
  if (area.attempts >= attemptsPerAreaMax) return unsolved('skipped');
  if (state.images >= iterationsMax) return unsolved('limit');
  return { ...withCurrent(state, { ...said, status: 'needs_work' }), improvement: improvementPrompt };
}

/** The seller wants no more: what has not ended ends here, and the best so far is the image from before the area under work. */
export function applyStop({ improvement, ...state }: RunState): RunState {
  const area = currentArea(state);
  if (!area) return state;
  const version = area.base ?? state.version;
  const areas = state.areas.map((one) => (one.outcome ? one : { ...one, outcome: 'stopped' as const }));
  return { ...state, areas, ...(version !== undefined && { version }) };
}

/** The iteration that a run in this state would deliver: that of before the area under work, for what was tried since is not judged good. */
export const bestIteration = (state: RunState): number | undefined => currentArea(state)?.base ?? state.version;

/** Whole percent of the areas that have ended. */
export const progressOf = ({ areas }: RunState): number =>
  Math.round((100 * areas.filter(({ outcome }) => outcome !== undefined).length) / areas.length);

export const isAllSolved = ({ areas }: RunState): boolean => areas.every(({ status }) => status === 'solved');

const withCurrent = (state: RunState, change: Partial<Area>): RunState => {
  const area = currentArea(state);
  return { ...state, areas: state.areas.map((one) => (one === area ? { ...one, ...change } : one)) };
};

/** The next area begins with the image that is worked on. */
const nextArea = (state: RunState): RunState => (state.version === undefined ? state : withCurrent(state, { base: state.version }));
