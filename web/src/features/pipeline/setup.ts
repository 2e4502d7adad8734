/** What a seller prepares for a run: three pictures, areas, the kind of product (SPEC 2, SPEC 5 'Pipeline start'; checklist P1 to P3, K12). */
import type { ErrorCode } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { AnalyzeResponse, StartRunRequest } from '#shared/pipeline/api.ts';
import { cleanAreas, defaultFocusAreas, focusAreaCharactersMax, focusAreasMax } from '#shared/pipeline/focus-areas.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { type Slot, slots } from './take-picture.ts';

export type Suggestion = { area: string; isTicked: boolean };

export type Setup = {
  pictures: Partial<Record<Slot, Photo>>;
  /** The default areas, until an analysis suggests others. */
  suggestions: readonly Suggestion[];
  /** Of which example it speaks, and what it says. */
  analysis?: { of: string; visualAnalysis: string; actionPlan: readonly string[] };
  /** The seller's own areas. */
  custom: readonly string[];
  productType: string;
  /** The idempotency key of the next order: kept, so that a lost answer never makes a second run. */
  runId: string;
  /** The run that was made of this. */
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
  /** The run stands; the next order needs a key of its own. */
  | { type: 'ordered'; runId: string; nextRunId: string }
  | { type: 'refused'; nextRunId: string }
  /** With the example: everything but the input stays, for the next product. */
  | { type: 'startedNew'; runId: string; keepsExample: boolean }
  | { type: 'restored'; setup: Setup }
  /** Another tab of this browser changed it. */
  | { type: 'changedElsewhere'; merge: (setup: Setup) => Setup };

export const startSetup = (runId: string): Setup => ({
  pictures: {},
  suggestions: defaultFocusAreas.map((area) => ({ area, isTicked: false })),
  custom: [],
  productType: '',
  runId,
});

/** Names an example by its two pictures; undefined until both are there. */
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
    case 'analyzed': {
      const { suggestedAreas, analysis } = change.answer;
      const { visualAnalysis, actionPlan } = analysis;
      return {
        ...setup,
        suggestions: suggestedAreas.map((area) => ({ area, isTicked: true })),
        // What is suggested now need not be asked for twice.
        custom: cleanAreas([...suggestedAreas, ...setup.custom]).slice(suggestedAreas.length),
        analysis: { of: change.of, visualAnalysis, actionPlan },
      };
    }
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
    case 'restored':
      return change.setup;
    case 'changedElsewhere':
      return change.merge(setup);
  }
}

const ticked = (suggestions: readonly Suggestion[], area: string, isTicked: boolean): Suggestion[] =>
  suggestions.map((one) => (sameArea(one.area, area) ? { ...one, isTicked } : one));

const sameArea = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Trimmed, not empty, each once whatever its capitals; one that is suggested already is ticked instead. */
function addArea(setup: Setup, text: string): Setup {
  const [area] = cleanAreas([text.slice(0, focusAreaCharactersMax)]);
  if (area === undefined) return setup;
  if (setup.suggestions.some((one) => sameArea(one.area, area))) return { ...setup, suggestions: ticked(setup.suggestions, area, true) };
  return { ...setup, custom: cleanAreas([...setup.custom, area]) };
}

/** The areas of the order, as the call takes them. */
export const areasOf = ({ suggestions, custom }: Pick<Setup, 'suggestions' | 'custom'>) => ({
  aiSuggested: suggestions.filter(({ isTicked }) => isTicked).map(({ area }) => area),
  userProvided: [...custom],
});

const required = { before: 'BeforeImageRequired', after: 'AfterImageRequired', input: 'InputImageRequired' } as const;

/** What still keeps the run from being started, in SPEC's words (checklist K12, Q44). */
export function lackingIn(setup: Setup): Extract<ErrorCode, `${string}Required` | 'TooManyFocusAreas'> | undefined {
  const slot = slots.find((one) => !setup.pictures[one]);
  if (slot) return required[slot];
  const { aiSuggested, userProvided } = areasOf(setup);
  const count = aiSuggested.length + userProvided.length;
  if (count === 0) return 'FocusAreaRequired';
  return count > focusAreasMax ? 'TooManyFocusAreas' : undefined;
}

/** The order, once the pictures are uploaded. */
export const orderOf = (setup: Setup, keys: Record<Slot, string>, language: Language): StartRunRequest => ({
  runId: setup.runId,
  beforeImageUrl: keys.before,
  afterImageUrl: keys.after,
  inputImageUrl: keys.input,
  ...areasOf(setup),
  productType: setup.productType.trim(),
  language,
});

/** Nothing was put in yet. */
export const isUntouched = ({ pictures, custom, productType }: Setup): boolean =>
  Object.keys(pictures).length === 0 && custom.length === 0 && productType.trim() === '';
