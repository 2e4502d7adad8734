import type { ImageModelId } from '#shared/catalogue.ts';
import { imageCost } from '#shared/credits/pricing.ts';
import { imageDefaults } from '#shared/image/defaults.ts';
import type { PipelineItem } from '../store/batch-rows.ts';
import type { Run } from '../store/pipeline-runs.ts';

/** SPEC 7 has the pipeline's images made by Gemini. */
export const pipelineModel: ImageModelId = imageDefaults.model;

/** What holds the cost of one image: the so-and-so-manieth that the run has held, delivered or not. */
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
