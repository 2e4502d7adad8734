/**
 * The calls about before/after runs (DESIGN 5 'Pipeline machine'; checklist P1 to P16). Dollars are numbers with two decimals, times are
 * ISO 8601, names of fields are SPEC's where it has them.
 *
 *   POST /api/pipeline/runs                      orders a run: 202
 *   GET  /api/pipeline/runs                      the newest ones, so that a page that was left finds its run
 *   GET  /api/pipeline/runs/{runId}              how it stands; ask again every two seconds while `status` is running
 *   POST /api/pipeline/runs/{runId}/stop         ends it, and keeps the best so far
 *   POST /api/pipeline/runs/{runId}/continue     goes on with one that is paused: after an error, or after a top-up: 202
 *
 * The last two have no body and answer as GET does. SPEC's single calls stand in single-calls.ts.
 */
import * as z from 'zod';
import { errors } from '../errors.ts';
import { focusAreaCharactersMax, focusAreasMax } from './focus-areas.ts';
import { analysis, areaEvaluation, judgeLanguage, productAccuracy, textCharactersMax } from './judgement.ts';
import { areaOutcomes, areaStatuses, attemptsPerAreaMax, iterationsMax } from './run.ts';

export const runId = z.uuid();

/** The key of one of the caller's own uploads (POST /api/uploads, folders pipeline/references and pipeline/input), or its signed address. */
const ownPicture = (missing: 'BeforeImageRequired' | 'AfterImageRequired' | 'InputImageRequired') =>
  z.string({ error: missing }).min(1, { error: missing }).max(4096);

export const productType = z.string().trim().max(100);
const areaList = z
  .array(z.string().max(focusAreaCharactersMax, { error: 'FocusAreaTooLong' }))
  .max(focusAreasMax, { error: 'TooManyFocusAreas' });

export const startRunRequest = z
  .object({
    /** Made by the client: the idempotency key of the call, scoped by user. */
    runId,
    beforeImageUrl: ownPicture('BeforeImageRequired'),
    afterImageUrl: ownPicture('AfterImageRequired'),
    inputImageUrl: ownPicture('InputImageRequired'),
    /** Those of an analysis that the seller left ticked; worked on first, in this order. */
    aiSuggested: areaList.default([]),
    /** The seller's own. Without any of either kind the pictures are analyzed first, and what is found is worked on (Q44). */
    userProvided: areaList.default([]),
    productType: productType.default(''),
    /** Of all texts that the judge writes for this run. */
    language: judgeLanguage,
  })
  .refine(({ aiSuggested, userProvided }) => aiSuggested.length + userProvided.length <= focusAreasMax, { error: 'TooManyFocusAreas' });
export type StartRunRequest = z.infer<typeof startRunRequest>;

const dollars = z.number();
const time = z.iso.datetime();

/**
 * running: on its way. paused: stopped by `error`, with everything kept; it can be continued, or stopped for good.
 * completed: each area was solved or skipped. stopped: by the seller, with the best so far.
 */
export const runStatuses = ['running', 'paused', 'completed', 'stopped'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** SPEC's stages (checklist P7). The first two are the page's own: the server is never idle, and files go straight to storage. */
export const runStages = ['idle', 'uploading', 'processing', 'reviewing', 'correcting', 'completed', 'error'] as const;
export type RunStage = (typeof runStages)[number];

/** What is being done, more exactly than by its stage; the page has a sentence for each. */
export const runSteps = [
  'preparing',
  'analyzing',
  'generating',
  'evaluating',
  'improving',
  'checking_accuracy',
  'finishing',
  'completed',
  'stopped',
  'out_of_credits',
  'failed',
] as const;
export type RunStep = (typeof runSteps)[number];

/** `outcome` says how an area ended, and why: each one has it once the run is over. */
const focusArea = z.object({
  area: z.string(),
  /** The accuracy check stands last, and is called 'product accuracy'. */
  kind: z.enum(['focus', 'accuracy']),
  source: z.enum(['ai', 'user', 'rule']),
  status: z.enum(areaStatuses),
  outcome: z.enum(areaOutcomes).optional(),
  /** Improvements made for it, of two. */
  attempts: z.int().max(attemptsPerAreaMax),
  assessment: z.string().optional(),
  nextSteps: z.array(z.string()).optional(),
  /** Of an area that ended unsolved after attempts: the iteration that was gone back to. */
  restoredIteration: z.int().optional(),
});
export type RunFocusArea = z.infer<typeof focusArea>;

const iteration = z.object({
  iterationNumber: z.int().min(1).max(iterationsMax),
  /** Missing once the picture was deleted, 90 days after it was made (Q65). */
  imageUrl: z.string().optional(),
  thumbnailUrl: z.string().optional(),
  /** What it was made for; the first one is for all of them. */
  area: z.string().optional(),
  /** The iteration it was made from; the first one is made from the input. */
  madeFrom: z.int().optional(),
  /** What the image model was asked. */
  geminiPrompt: z.string(),
  /** What was judged of this image, by area. */
  focusAreaEvaluation: z.record(z.string(), areaEvaluation),
  productAccuracy: productAccuracy.optional(),
  /** Whole percent of the areas that had ended when the image was last judged. */
  overallProgress: z.int().min(0).max(100),
  timestamp: time,
  /** It is the best so far: what the run delivers, or would if it ended now. */
  isBest: z.boolean(),
  charged: dollars,
});
export type RunIteration = z.infer<typeof iteration>;

const result = z.object({
  /** The address of the final image; `downloadUrl` saves it as transformed-image.jpg. */
  resultPath: z.string(),
  downloadUrl: z.string(),
  thumbnailUrl: z.string(),
  /** Which iteration it is. */
  iterationNumber: z.int(),
  width: z.int(),
  height: z.int(),
  /** Images made. */
  iterations: z.int(),
  allFocusAreasSolved: z.boolean(),
  finalFocusStatus: z.record(z.string(), z.enum(areaStatuses)),
  /** The last judgement of the final image. Without a PASS the page says that accuracy is not confirmed, and lists the issues (Q47). */
  productAccuracy: productAccuracy.optional(),
});

export const runResponse = z.object({
  runId,
  status: z.enum(runStatuses),
  stage: z.enum(runStages),
  step: z.enum(runSteps),
  /** The same in English, for callers without words of their own. */
  message: z.string(),
  /** The area that is worked on now. */
  currentArea: z.string().optional(),
  /** Images made so far, of `iterationsMax`. */
  iteration: z.int().min(0).max(iterationsMax),
  iterationsMax: z.literal(iterationsMax),
  productType: z.string(),
  createdAt: time,
  endedAt: time.optional(),
  photos: z.object({ beforeUrl: z.string(), afterUrl: z.string(), inputUrl: z.string() }),
  /** Empty until the areas are known. In their order; product accuracy is the last. */
  focusAreas: z.array(focusArea),
  focusAreaPlan: z.object({
    aiSuggested: z.array(z.string()),
    userProvided: z.array(z.string()),
    combined: z.array(z.string()),
    /** Of an analysis that the run made itself. */
    analysisInsights: z.string().optional(),
  }),
  /** In the order in which they were made. */
  iterationHistory: z.array(iteration),
  /** Once the run is completed or stopped, if an image was made. */
  result: result.optional(),
  statistics: z.object({
    imagesMade: z.int(),
    evaluations: z.int(),
    areasSolved: z.int(),
    areasSkipped: z.int(),
    /** Time under way, without pauses. */
    seconds: z.int(),
  }),
  /** What was taken so far, and the most that the run can take. */
  charged: dollars,
  costMax: dollars,
  /** While paused. With the code InsufficientCredits a top-up comes first. `during` is missing where no vendor was asked. */
  error: z
    .object({
      code: z.enum(Object.keys(errors) as [keyof typeof errors]),
      message: z.string(),
      during: z.enum(['analysis', 'generation', 'evaluation']).optional(),
    })
    .optional(),
  canStop: z.boolean(),
  /** The seller has asked it to stop, and it has not yet. */
  isStopping: z.boolean(),
  canContinue: z.boolean(),
});
export type RunResponse = z.infer<typeof runResponse>;

export const listRunsResponse = z.object({
  /** The newest first. */
  items: z.array(
    z.object({
      runId,
      status: z.enum(runStatuses),
      stage: z.enum(runStages),
      createdAt: time,
      iteration: z.int(),
      /** Of the best so far. */
      thumbnailUrl: z.string().optional(),
    }),
  ),
});
export type ListRunsResponse = z.infer<typeof listRunsResponse>;

/** How often a failing analysis is tried in all, by a run and by the page (SPEC 7, 'Pipeline HTTP helper'; Q50). */
export const analysisTriesMax = 2;

/** POST /api/openai/analyze-transformation (SPEC 7; checklist P2, X20): free within a daily limit. */
export const analyzeRequest = z.object({
  beforeImageUrl: ownPicture('BeforeImageRequired'),
  afterImageUrl: ownPicture('AfterImageRequired'),
  productType: productType.default(''),
  userRequirements: z.string().trim().max(textCharactersMax).default(''),
  language: judgeLanguage,
});
export type AnalyzeRequest = z.infer<typeof analyzeRequest>;

export const analyzeResponse = z.object({
  success: z.literal(true),
  analysis,
  /** Areas to tick, made of `categoryAnalysis`; the default ones where nothing was detected. */
  suggestedAreas: z.array(z.string()),
  /** The analysis as it was answered. */
  rawResponse: z.string(),
});
export type AnalyzeResponse = z.infer<typeof analyzeResponse>;
