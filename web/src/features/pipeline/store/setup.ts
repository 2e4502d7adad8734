/** The setup of a run: three pictures, focus areas and a product type (docs/spec.md 10.1 to 10.3). */
import type { ErrorCode } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { AnalyzeResponse, StartRunRequest } from '#shared/pipeline/api.ts';
import {
  areaOfCategory,
  categories,
  categoryOf,
  cleanAreas,
  defaultFocusAreas,
  focusAreaCharactersMax,
  focusAreasMax,
} from '#shared/pipeline/focus-areas.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { type Slot, slots } from './take-picture.ts';

export type Suggestion = {
  area: string;
  isTicked: boolean;
  /** The analysis of the example has suggested the area. */
  isSuggested?: true;
  /** What the analysis has found about the area. */
  details?: string;
};

export type Setup = {
  pictures: Partial<Record<Slot, Photo>>;
  /** The default areas. After an analysis: its suggestions, then the other known areas. */
  suggestions: readonly Suggestion[];
  /** The last analysis. `of` names the example. */
  analysis?: { of: string; visualAnalysis: string; actionPlan: readonly string[] };
  /** The seller's own areas. */
  custom: readonly string[];
  productType: string;
  /** Idempotency key of the next order. It stays after a lost response, so that no second run starts. */
  runId: string;
  /** The run that was ordered with this setup. */
  orderedRunId?: string;
};

export type SetupChange =
  | { type: 'pictureSet'; slot: Slot; picture: Photo }
  | { type: 'pictureRemoved'; slot: Slot }
  | { type: 'ticked'; area: string; isTicked: boolean }
  | { type: 'areaAdded'; text: string }
  | { type: 'areaRemoved'; area: string }
  | { type: 'productTypeChanged'; productType: string }
  | { type: 'analyzed'; of: string; answer: Pick<AnalyzeResponse, 'analysis' | 'suggestedAreas'> }
  /** The run was accepted; the next order needs another key. */
  | { type: 'ordered'; runId: string; nextRunId: string }
  | { type: 'refused'; nextRunId: string }
  /** `keepsExample`: everything except the input stays, for the next product. */
  | { type: 'startedNew'; runId: string; keepsExample: boolean };

export const startSetup = (runId: string): Setup => ({
  pictures: {},
  suggestions: defaultFocusAreas.map((area) => ({ area, isTicked: false })),
  custom: [],
  productType: '',
  runId,
});

/** Identifies an example by its two pictures; undefined if one is missing. */
export const exampleOf = ({ pictures: { before, after } }: Pick<Setup, 'pictures'>): string | undefined =>
  before && after && `${before.id} ${after.id}`;

export function changeSetup(setup: Setup, change: SetupChange): Setup {
  switch (change.type) {
    case 'pictureSet':
      return { ...setup, pictures: { ...setup.pictures, [change.slot]: change.picture } };
    case 'pictureRemoved': {
      const { [change.slot]: _, ...pictures } = setup.pictures;
      return { ...setup, pictures };
    }
    case 'ticked':
      return { ...setup, suggestions: ticked(setup.suggestions, change.area, change.isTicked) };
    case 'areaAdded':
      return addArea(setup, change.text);
    case 'areaRemoved':
      return { ...setup, custom: setup.custom.filter((area) => area !== change.area) };
    case 'productTypeChanged':
      return { ...setup, productType: change.productType };
    case 'analyzed':
      return withAnalysis(setup, change);
    case 'ordered':
      return { ...setup, runId: change.nextRunId, orderedRunId: change.runId };
    case 'refused':
      return { ...setup, runId: change.nextRunId };
    case 'startedNew': {
      if (!change.keepsExample) return startSetup(change.runId);
      const { pictures, orderedRunId: _, ...rest } = setup;
      const { input: __, ...example } = pictures;
      return { ...rest, pictures: example, runId: change.runId };
    }
  }
}

function withAnalysis(setup: Setup, { of, answer }: Extract<SetupChange, { type: 'analyzed' }>): Setup {
  const { suggestedAreas, analysis } = answer;
  const { visualAnalysis, actionPlan, categoryAnalysis } = analysis;
  const suggested = suggestedAreas.map((area): Suggestion => {
    const category = categoryOf(area);
    const details = category && categoryAnalysis[category].detected ? categoryAnalysis[category].details : '';
    return { area, isTicked: true, isSuggested: true, ...(details && { details }) };
  });
  const chosen = [...setup.suggestions.filter((one) => one.isTicked && !one.isSuggested).map(({ area }) => area), ...setup.custom];
  const others = categories
    .map((category) => areaOfCategory[category])
    .filter((area) => !suggested.some((one) => sameArea(one.area, area)))
    .map((area) => ({ area, isTicked: chosen.some((one) => sameArea(one, area)) }));
  const suggestions = [...suggested, ...others];
  return {
    ...setup,
    suggestions,
    custom: setup.custom.filter((area) => !suggestions.some((one) => sameArea(one.area, area))),
    analysis: { of, visualAnalysis, actionPlan },
  };
}

const ticked = (suggestions: readonly Suggestion[], area: string, isTicked: boolean): Suggestion[] =>
  suggestions.map((one) => (sameArea(one.area, area) ? { ...one, isTicked } : one));

const sameArea = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Adds a trimmed area that is not empty and not in the list, regardless of case. A suggested area is ticked instead. */
function addArea(setup: Setup, text: string): Setup {
  const [area] = cleanAreas([text.slice(0, focusAreaCharactersMax)]);
  if (area === undefined) return setup;
  if (setup.suggestions.some((one) => sameArea(one.area, area))) return { ...setup, suggestions: ticked(setup.suggestions, area, true) };
  return { ...setup, custom: cleanAreas([...setup.custom, area]) };
}

/** The areas of the order in the form of the call. */
export const areasOf = ({ suggestions, custom }: Pick<Setup, 'suggestions' | 'custom'>) => ({
  aiSuggested: suggestions.filter(({ isTicked }) => isTicked).map(({ area }) => area),
  userProvided: [...custom],
});

const required = { before: 'BeforeImageRequired', after: 'AfterImageRequired', input: 'InputImageRequired' } as const;

/** Returns the first condition of a start that is not met (docs/spec.md 10.2). */
export function missingIn(setup: Setup): Extract<ErrorCode, `${string}Required` | 'TooManyFocusAreas'> | undefined {
  const slot = slots.find((one) => !setup.pictures[one]);
  if (slot) return required[slot];
  const { aiSuggested, userProvided } = areasOf(setup);
  const count = aiSuggested.length + userProvided.length;
  if (count === 0) return 'FocusAreaRequired';
  return count > focusAreasMax ? 'TooManyFocusAreas' : undefined;
}

/** The order, with the upload keys of the pictures. */
export const orderOf = (setup: Setup, keys: Record<Slot, string>, language: Language): StartRunRequest => ({
  runId: setup.runId,
  beforeImageUrl: keys.before,
  afterImageUrl: keys.after,
  inputImageUrl: keys.input,
  ...areasOf(setup),
  productType: setup.productType.trim(),
  language,
});

/** Whether the seller has not entered anything. */
export const isUntouched = ({ pictures, custom, productType }: Setup): boolean =>
  Object.keys(pictures).length === 0 && custom.length === 0 && productType.trim() === '';
