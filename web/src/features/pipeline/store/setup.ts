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
import { type Slot, slots } from './check-picture.ts';

export type Suggestion = {
  area: string;
  isTicked: boolean;
  /** Whether the analysis of the example has suggested the area. */
  isSuggested?: true;
  /** The finding of the analysis about the area. */
  details?: string;
};

export type Setup = {
  pictures: Partial<Record<Slot, Photo>>;
  /** The default areas. After an analysis, the list contains the suggestions first, and then the other known areas. */
  suggestions: readonly Suggestion[];
  /** The last analysis, and the id of the analyzed example. */
  analysis?: { example: string; visualAnalysis: string; actionPlan: readonly string[] };
  /** The areas that the seller has described. */
  custom: readonly string[];
  /** The text in the field for an own area. The seller has not added it yet, but a start includes it. */
  typedArea: string;
  productType: string;
  /** Idempotency key of the next order. After a lost response, the key stays the same, so that no second run starts. */
  runId: string;
  /** The run that was ordered with this setup. */
  orderedRunId?: string;
};

export type SetupChange =
  | { type: 'pictureSet'; slot: Slot; picture: Photo }
  | { type: 'pictureRemoved'; slot: Slot }
  | { type: 'ticked'; area: string; isTicked: boolean }
  | { type: 'areaTyped'; text: string }
  /** Adds the typed area. */
  | { type: 'areaAdded' }
  | { type: 'areaRemoved'; area: string }
  | { type: 'productTypeChanged'; productType: string }
  | { type: 'analyzed'; example: string; response: Pick<AnalyzeResponse, 'analysis' | 'suggestedAreas'> }
  /** The run was accepted. The next order needs another key. */
  | { type: 'ordered'; runId: string; nextRunId: string }
  | { type: 'refused'; nextRunId: string }
  /** The seller opens the example of a run that this browser has not ordered. An input that the seller has already chosen stays. */
  | {
      type: 'exampleReopened';
      runId: string;
      pictures: Record<'before' | 'after', Photo>;
      aiSuggested: readonly string[];
      userProvided: readonly string[];
      productType: string;
    }
  | { type: 'startedNew'; runId: string; keeps: Kept }
  /**
   * The seller changes the words of an area that the last run did not solve. The words are in the field for an own area. If the run
   * continues with the result, only this area is ordered.
   */
  | { type: 'areaReopened'; area: string; text: string; continuesResult: boolean };

/**
 * The inputs of a run that the next setup contains. With `example`, only the input is removed, so that the seller can use the example for
 * the next product.
 */
export type Kept = 'nothing' | 'example' | 'pictures';

export const startSetup = (runId: string): Setup => ({
  pictures: {},
  suggestions: defaultFocusAreas.map((area) => ({ area, isTicked: false })),
  custom: [],
  typedArea: '',
  productType: '',
  runId,
});

/** Returns the id of the example. It consists of the ids of the two pictures. Returns undefined if a picture is missing. */
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
      return { ...setup, suggestions: setTicked(setup.suggestions, change.area, change.isTicked) };
    case 'areaTyped':
      return { ...setup, typedArea: change.text.slice(0, focusAreaCharactersMax) };
    case 'areaAdded':
      return { ...setup, ...withTypedArea(setup), typedArea: '' };
    case 'areaRemoved':
      return { ...setup, custom: setup.custom.filter((area) => area !== change.area) };
    case 'areaReopened': {
      const isKept = (area: string) => !change.continuesResult && !isSameArea(area, change.area);
      return {
        ...setup,
        suggestions: setup.suggestions.map((one) => ({ ...one, isTicked: one.isTicked && isKept(one.area) })),
        custom: setup.custom.filter(isKept),
        typedArea: change.text.slice(0, focusAreaCharactersMax),
      };
    }
    case 'productTypeChanged':
      return { ...setup, productType: change.productType };
    case 'analyzed':
      return withAnalysis(setup, change);
    case 'ordered':
      return { ...setup, runId: change.nextRunId, orderedRunId: change.runId };
    case 'refused':
      return { ...setup, runId: change.nextRunId };
    case 'exampleReopened':
      return withExample(setup, change);
    case 'startedNew': {
      if (change.keeps === 'nothing') return startSetup(change.runId);
      const { pictures, orderedRunId: _, ...rest } = setup;
      const { input, ...example } = pictures;
      const keepsInput = change.keeps === 'pictures' && input !== undefined;
      return { ...rest, pictures: { ...example, ...(keepsInput && { input }) }, runId: change.runId };
    }
  }
}

function withExample(setup: Setup, change: Extract<SetupChange, { type: 'exampleReopened' }>): Setup {
  const { runId, pictures, aiSuggested, userProvided, productType } = change;
  const { suggestions } = startSetup(runId);
  const input = setup.orderedRunId === undefined ? setup.pictures.input : undefined;
  const ticked = aiSuggested.map((area): Suggestion => ({ area, isTicked: true }));
  const others = suggestions.filter(({ area }) => !aiSuggested.some((one) => isSameArea(one, area)));
  return {
    pictures: { ...pictures, ...(input && { input }) },
    suggestions: [...ticked, ...others],
    custom: [...userProvided],
    typedArea: '',
    productType,
    runId,
  };
}

function withAnalysis(setup: Setup, { example, response }: Extract<SetupChange, { type: 'analyzed' }>): Setup {
  const { suggestedAreas, analysis } = response;
  const { visualAnalysis, actionPlan, categoryAnalysis } = analysis;
  const newSuggestions = suggestedAreas.map((area): Suggestion => {
    const category = categoryOf(area);
    const details = category && categoryAnalysis[category].detected ? categoryAnalysis[category].details : '';
    return { area, isTicked: true, isSuggested: true, ...(details && { details }) };
  });
  const chosenAreas = [...setup.suggestions.filter((one) => one.isTicked && !one.isSuggested).map(({ area }) => area), ...setup.custom];
  const otherSuggestions = categories
    .map((category) => areaOfCategory[category])
    .filter((area) => !newSuggestions.some((one) => isSameArea(one.area, area)))
    .map((area) => ({ area, isTicked: chosenAreas.some((one) => isSameArea(one, area)) }));
  const suggestions = [...newSuggestions, ...otherSuggestions];
  return {
    ...setup,
    suggestions,
    custom: setup.custom.filter((area) => !suggestions.some((one) => isSameArea(one.area, area))),
    analysis: { example, visualAnalysis, actionPlan },
  };
}

const setTicked = (suggestions: readonly Suggestion[], area: string, isTicked: boolean): readonly Suggestion[] =>
  suggestions.map((one) => (isSameArea(one.area, area) ? { ...one, isTicked } : one));

const isSameArea = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

type Areas = Pick<Setup, 'suggestions' | 'custom' | 'typedArea'>;

/**
 * Returns the areas with the typed area, trimmed, if it is not empty and not in the list. The comparison ignores upper and lower case. If
 * the area is already a suggestion, selects the suggestion instead.
 */
function withTypedArea({ suggestions, custom, typedArea }: Areas): Omit<Areas, 'typedArea'> {
  const [area] = cleanAreas([typedArea]);
  if (area === undefined) return { suggestions, custom };
  if (suggestions.some((one) => isSameArea(one.area, area))) return { suggestions: setTicked(suggestions, area, true), custom };
  return { suggestions, custom: cleanAreas([...custom, area]) };
}

/** Returns the areas of the order in the format of the API call. The typed area is one of them, so that no words are lost. */
export function areasOf(areas: Areas) {
  const { suggestions, custom } = withTypedArea(areas);
  return { aiSuggested: suggestions.filter(({ isTicked }) => isTicked).map(({ area }) => area), userProvided: [...custom] };
}

/** Counts the areas of the order. */
export function countAreas(areas: Areas): number {
  const { aiSuggested, userProvided } = areasOf(areas);
  return aiSuggested.length + userProvided.length;
}

const requiredErrors = { before: 'BeforeImageRequired', after: 'AfterImageRequired', input: 'InputImageRequired' } as const;

/** Returns the first missing condition for a start (docs/spec.md 10.2). */
export function setupError(setup: Setup): Extract<ErrorCode, `${string}Required` | 'TooManyFocusAreas'> | undefined {
  const slot = slots.find((one) => !setup.pictures[one]);
  if (slot) return requiredErrors[slot];
  const count = countAreas(setup);
  if (count === 0) return 'FocusAreaRequired';
  return count > focusAreasMax ? 'TooManyFocusAreas' : undefined;
}

/**
 * Returns the order.
 * @param keys the upload keys of the pictures
 */
export const orderOf = (setup: Setup, keys: Record<Slot, string>, language: Language): StartRunRequest => ({
  runId: setup.runId,
  beforeImageUrl: keys.before,
  afterImageUrl: keys.after,
  inputImageUrl: keys.input,
  ...areasOf(setup),
  ...(setup.pictures.input && { inputTitle: setup.pictures.input.title }),
  productType: setup.productType.trim(),
  language,
});

/** Whether the setup is empty. */
export const isUntouched = ({ pictures, custom, typedArea, productType }: Setup): boolean =>
  Object.keys(pictures).length === 0 && custom.length === 0 && typedArea.trim() === '' && productType.trim() === '';
