/**
 * The calls of before/after runs (docs/spec.md 10, 17.9). Dollars are numbers with two decimals, and times are ISO 8601.
 *
 *   POST /api/pipeline/runs                      orders a run; responds with 202
 *   GET  /api/pipeline/runs                      lists the newest runs, so that a reopened page can show its run
 *   GET  /api/pipeline/runs/{runId}              reads a run; poll every two seconds while `status` is running
 *   POST /api/pipeline/runs/{runId}/stop         ends a run and keeps the best image so far
 *   POST /api/pipeline/runs/{runId}/continue     continues a run that was paused by an error or missing credits; 202
 *
 * The last two calls have no body and the same response as GET. The single calls are in single-calls.ts.
 */
import * as z from 'zod';
import { keptMark } from '../batch/keep.ts';
import { errors } from '../errors.ts';
import { probeSchema } from '../marketplaces/probe-schema.ts';
import { focusAreaCharactersMax, focusAreasMax } from './focus-areas.ts';
import { analysis, areaEvaluation, judgeLanguage, productAccuracy, textCharactersMax } from './judgement.ts';
import { areaOutcomes, areaStatuses, attemptsPerAreaMax, iterationsMax } from './run.ts';

export const runId = z.uuid();

/** Key or signed address of an upload of the caller (POST /api/uploads, folders pipeline/references and pipeline/input). */
const ownPicture = (missingError: 'BeforeImageRequired' | 'AfterImageRequired' | 'InputImageRequired') =>
  z.string({ error: missingError }).min(1, { error: missingError }).max(4096);

const inputTitleCharactersMax = 255;

export const productType = z.string().trim().max(100);
const areaList = z
  .array(z.string().max(focusAreaCharactersMax, { error: 'FocusAreaTooLong' }))
  .max(focusAreasMax, { error: 'TooManyFocusAreas' });

export const startRunRequest = z
  .object({
    /** The client creates this id. It is the idempotency key of the call, and each user has separate keys. */
    runId,
    beforeImageUrl: ownPicture('BeforeImageRequired'),
    afterImageUrl: ownPicture('AfterImageRequired'),
    inputImageUrl: ownPicture('InputImageRequired'),
    /** Areas of the analysis that the seller selected. The run starts with these areas, in this order. */
    aiSuggested: areaList.default([]),
    /** Areas that the seller wrote. If both lists are empty, the run analyzes the pictures and uses the areas of the analysis. */
    userProvided: areaList.default([]),
    productType: productType.default(''),
    /** File name of the input photo. It is the name of the run in the history. */
    inputTitle: z.string().trim().max(inputTitleCharactersMax).optional(),
    /** Language of all texts that the judge writes for this run. */
    language: judgeLanguage,
  })
  .refine(({ aiSuggested, userProvided }) => aiSuggested.length + userProvided.length <= focusAreasMax, { error: 'TooManyFocusAreas' });
export type StartRunRequest = z.infer<typeof startRunRequest>;

const dollars = z.number();
const time = z.iso.datetime();

/**
 * - `running`: the work continues.
 * - `paused`: an error (`error`) has interrupted the run. All images are kept, and the seller can continue or stop the run.
 * - `completed`: each area has ended, solved or not.
 * - `stopped`: the seller has ended the run. The result is the best image so far.
 */
export const runStatuses = ['running', 'paused', 'completed', 'stopped'] as const;
export type RunStatus = (typeof runStatuses)[number];

/**
 * Stages (docs/spec.md 10.4). Only the page uses the first two stages, because the browser sends files directly to storage and not to the
 * server.
 */
export const runStages = ['idle', 'uploading', 'processing', 'reviewing', 'correcting', 'completed', 'error'] as const;
export type RunStage = (typeof runStages)[number];

/** Steps within the stages. The page has a sentence for each step. */
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

/** `outcome` is the way in which an area ended. After the end of the run, each area has an outcome. */
const focusArea = z.object({
  area: z.string(),
  /** The accuracy check is the last area and has the name 'product accuracy'. */
  kind: z.enum(['focus', 'accuracy']),
  source: z.enum(['ai', 'user', 'rule']),
  status: z.enum(areaStatuses),
  outcome: z.enum(areaOutcomes).optional(),
  /** Improvements made for this area, at most two. */
  attempts: z.int().max(attemptsPerAreaMax),
  assessment: z.string().optional(),
  nextSteps: z.array(z.string()).optional(),
  /**
   * Set if the area ended unsolved after at least one attempt. It is the number of the earlier iteration that became the current iteration
   * again.
   */
  restoredIteration: z.int().optional(),
});
export type RunFocusArea = z.infer<typeof focusArea>;

const iteration = z.object({
  iterationNumber: z.int().min(1).max(iterationsMax),
  /** Undefined after the picture was deleted, 90 days after it was made (docs/spec.md 3.9). */
  imageUrl: z.string().optional(),
  thumbnailUrl: z.string().optional(),
  /** The improved area. Undefined for the first image, because the first image is made for all areas. */
  area: z.string().optional(),
  /** The iteration that this image was made from. Undefined for the first image, because it was made from the input photo. */
  madeFrom: z.int().optional(),
  /** Prompt that was sent to the image model. */
  geminiPrompt: z.string(),
  /** Evaluations of this image by area. */
  focusAreaEvaluation: z.record(z.string(), areaEvaluation),
  productAccuracy: productAccuracy.optional(),
  /** Percentage of the areas that had ended after the last evaluation of this image. */
  overallProgress: z.int().min(0).max(100),
  timestamp: time,
  /** True for the best iteration so far: the iteration that the run delivers when it ends, or would deliver now. */
  isBest: z.boolean(),
  charged: dollars,
});
export type RunIteration = z.infer<typeof iteration>;

const result = z.object({
  /** URL of the final image. `downloadUrl` makes the browser save the image as transformed-image.jpg. */
  resultPath: z.string(),
  downloadUrl: z.string(),
  thumbnailUrl: z.string(),
  /** Key of the final image. A later order can use this key for its photo. */
  resultKey: z.string(),
  /** The properties of the final image for the rules of marketplaces. */
  probe: probeSchema.optional(),
  /** Number of the delivered iteration. */
  iterationNumber: z.int(),
  width: z.int(),
  height: z.int(),
  /** Number of images made. */
  iterations: z.int(),
  allFocusAreasSolved: z.boolean(),
  finalFocusStatus: z.record(z.string(), z.enum(areaStatuses)),
  /** Last accuracy evaluation of the final image. If the status is not PASS, the page shows the issues (docs/spec.md 10.4). */
  productAccuracy: productAccuracy.optional(),
  kept: keptMark,
});

export const runResponse = z.object({
  runId,
  status: z.enum(runStatuses),
  stage: z.enum(runStages),
  step: z.enum(runSteps),
  /** English sentence about the step, for callers other than the page. */
  message: z.string(),
  currentArea: z.string().optional(),
  /** Number of images made so far. */
  iteration: z.int().min(0).max(iterationsMax),
  iterationsMax: z.literal(iterationsMax),
  productType: z.string(),
  /** File name of the input photo, without extension. */
  inputTitle: z.string().optional(),
  /** The name that the seller has written in the history. A running run has no such name. */
  name: z.string().optional(),
  createdAt: time,
  endedAt: time.optional(),
  photos: z.object({ beforeUrl: z.string(), afterUrl: z.string(), inputUrl: z.string() }),
  /** The areas in their order, with product accuracy last. The list is empty until the areas are known. */
  focusAreas: z.array(focusArea),
  focusAreaPlan: z.object({
    aiSuggested: z.array(z.string()),
    userProvided: z.array(z.string()),
    combined: z.array(z.string()),
    /** Set if the run itself has made the analysis. */
    analysisInsights: z.string().optional(),
  }),
  /** The images in the order of creation. */
  iterationHistory: z.array(iteration),
  /** Set after the run has ended, if an image was made. */
  result: result.optional(),
  statistics: z.object({
    imagesMade: z.int(),
    evaluations: z.int(),
    areasSolved: z.int(),
    areasSkipped: z.int(),
    /** Running time without pauses. */
    seconds: z.int(),
  }),
  /** Amount charged so far. */
  charged: dollars,
  /** Maximum charge of the run. */
  costMax: dollars,
  /**
   * Set while the run is paused. After InsufficientCredits, the seller must add credits before the run can continue. `during` is undefined
   * if no vendor was called.
   */
  error: z
    .object({
      code: z.enum(Object.keys(errors) as [keyof typeof errors]),
      message: z.string(),
      during: z.enum(['analysis', 'generation', 'evaluation']).optional(),
    })
    .optional(),
  canStop: z.boolean(),
  /** The seller has requested a stop, but the run has not stopped yet. */
  isStopping: z.boolean(),
  canContinue: z.boolean(),
});
export type RunResponse = z.infer<typeof runResponse>;

export const listRunsResponse = z.object({
  /** The runs, newest first. */
  items: z.array(
    z.object({
      runId,
      status: z.enum(runStatuses),
      stage: z.enum(runStages),
      createdAt: time,
      iteration: z.int(),
      /** File name of the input photo, without extension. */
      inputTitle: z.string().optional(),
      /** Thumbnail of the best image so far. */
      thumbnailUrl: z.string().optional(),
    }),
  ),
});
export type ListRunsResponse = z.infer<typeof listRunsResponse>;

/** Maximum attempts of an analysis, in a run and on the page (docs/spec.md 10.7). */
export const analysisAttemptsMax = 2;

/** POST /api/openai/analyze-transformation (docs/spec.md 17.9). The call is free within a daily limit. */
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
  /** The areas of the categories in `categoryAnalysis`. If the analysis detected no category, the default areas. */
  suggestedAreas: z.array(z.string()),
  /** The answer of the vendor's language model as text. */
  rawResponse: z.string(),
});
export type AnalyzeResponse = z.infer<typeof analyzeResponse>;
