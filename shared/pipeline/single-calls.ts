/** The single calls for before/after work. They are for callers that control the steps themselves (docs/spec.md 17.9). */
import * as z from 'zod';
import { geminiFields, geminiImageOrder } from '../image/single-calls.ts';
import { productType } from './api.ts';
import { accuracyArea, focusAreaCharactersMax, focusAreasMax } from './focus-areas.ts';
import { judgeLanguage, textCharactersMax } from './judgement.ts';
import { areaStatuses, iterationsMax } from './run.ts';

const address = (error: 'ImageRequired' | 'BeforeImageRequired' | 'AfterImageRequired') => z.string({ error }).min(1, { error }).max(4096);
const area = z.string().trim().min(1).max(focusAreaCharactersMax, { error: 'FocusAreaTooLong' });

const status = z.enum(areaStatuses);
/** A status, optionally with its assessment. In the instruction, the status and the assessment are marked as earlier results. */
const earlierStatus = z.union([status, z.object({ status, assessment: z.string().max(textCharactersMax).optional() })]);
const noStatus = z.union([z.null(), z.array(z.never()).max(0)]).transform(() => ({}));

/**
 * POST /api/openai/evaluate-image: evaluates one area of one image. The call is free within a daily limit. The response is in judgement.ts.
 */
export const evaluateRequest = z
  .object({
    currentImageUrl: address('ImageRequired'),
    beforeImageUrl: address('BeforeImageRequired'),
    afterImageUrl: address('AfterImageRequired'),
    originalInputImageUrl: address('ImageRequired').optional(),
    focusAreas: z.array(area).min(1, { error: 'FocusAreaRequired' }).max(focusAreasMax, { error: 'TooManyFocusAreas' }),
    /** 0 is the input photo. */
    iterationNumber: z.int().min(0).max(iterationsMax),
    /** The earlier status of each area. Before the first evaluation, the value is {}, [] or null. */
    previousStatus: z
      .union([
        z
          .record(area, earlierStatus)
          .refine((record) => Object.keys(record).length <= focusAreasMax, { error: 'TooManyFocusAreas' })
          .meta({ maxProperties: focusAreasMax }),
        noStatus,
      ])
      .default({}),
    currentTargetArea: area,
    productType: productType.default(''),
    language: judgeLanguage,
  })
  .superRefine(({ focusAreas, previousStatus }, ctx) => {
    for (const name of Object.keys(previousStatus))
      if (name !== accuracyArea && !focusAreas.includes(name))
        ctx.addIssue({ code: 'custom', path: ['previousStatus', name], message: 'This is not one of focusAreas' });
  });
export type EvaluateRequest = z.infer<typeof evaluateRequest>;

/**
 * POST /api/gemini/image-pipeline-generate: makes one image from an example and charges it. The response is the same as for POST
 * /api/gemini/generate-image.
 */
export const pipelineGenerateRequest = z
  .object({
    inputImageUrl: address('ImageRequired'),
    beforeImageUrl: address('BeforeImageRequired'),
    afterImageUrl: address('AfterImageRequired'),
    ...geminiFields,
  })
  .transform(({ inputImageUrl, ...otherFields }, ctx) => geminiImageOrder({ ...otherFields, imageUrl: inputImageUrl }, ctx));
