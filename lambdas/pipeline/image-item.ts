import type { ImageModelId } from '#shared/catalogue.ts';
import { imageCost } from '#shared/credits/pricing.ts';
import { imageDefaults } from '#shared/image/defaults.ts';
import type { PipelineItem } from '../store/batch-rows.ts';
import type { Run } from '../store/pipeline-runs.ts';

/** Gemini makes the images of the pipeline (docs/spec.md 21). */
export const pipelineModel: ImageModelId = imageDefaults.model;

/** The item that holds the cost of the run's n-th image, delivered or not. */
export const imageItem = ({ userId, runId, uploads }: Pick<Run, 'userId' | 'runId' | 'uploads'>, index: number): PipelineItem => ({
  kind: 'pipeline',
  userId,
  batchId: runId,
  itemId: `image-${index + 1}`,
  index,
  uploadKey: uploads.input,
  cents: imageCost(pipelineModel),
  status: 'queued',
});
