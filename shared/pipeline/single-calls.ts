/** SPEC 7's calls about one image of the pipeline (checklist X18, X19), for callers that steer a run by themselves. */
import * as z from 'zod';
import { generateGeminiImageRequest } from '../image/single-calls.ts';
import { productType } from './api.ts';
import { focusAreaCharactersMax, focusAreasMax } from './focus-areas.ts';
import { textCharactersMax } from './judgement.ts';
import { areaStatuses, iterationsMax } from './run.ts';

const address = (error: 'ImageRequired' | 'BeforeImageRequired' | 'AfterImageRequired') => z.string({ error }).min(1, { error }).max(4096);
const area = z.string().trim().min(1).max(focusAreaCharactersMax, { error: 'FocusAreaTooLong' });

/** POST /api/openai/evaluate-image: judges one area of one image; free within a daily limit. Answers an `evaluation` of judgement.ts. */
export const evaluateRequest = z.object({
  currentImageUrl: address('ImageRequired'),
  beforeImageUrl: address('BeforeImageRequired'),
  afterImageUrl: address('AfterImageRequired'),
  originalInputImageUrl: address('ImageRequired').optional(),
  focusAreas: z.array(area).min(1, { error: 'FocusAreaRequired' }).max(focusAreasMax, { error: 'TooManyFocusAreas' }),
  iterationNumber: z.int().min(1).max(iterationsMax),
  /** Of each area so far. What was said before is told the judge as what it is: an earlier opinion. */
  previousStatus: z
    .record(
      area,
      z.union([z.enum(areaStatuses), z.object({ status: z.enum(areaStatuses), assessment: z.string().max(textCharactersMax).optional() })]),
    )
    .default({}),
  currentTargetArea: area,
  productType: productType.default(''),
});
export type EvaluateRequest = z.infer<typeof evaluateRequest>;

/** POST /api/gemini/image-pipeline-generate: one image after an example, charged as every image; answers as POST /api/gemini/generate-image. */
export const pipelineGenerateRequest = z
  .looseObject({
    inputImageUrl: address('ImageRequired'),
    beforeImageUrl: address('BeforeImageRequired'),
    afterImageUrl: address('AfterImageRequired'),
  })
  .transform(({ inputImageUrl, ...rest }): z.input<typeof generateGeminiImageRequest> => ({ ...rest, imageUrl: inputImageUrl }))
  .pipe(generateGeminiImageRequest);
