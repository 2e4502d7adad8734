/** The infrastructure of each kind of work. Each kind has one file for the functions of its steps, and one file for its state machine. */
import type { Duration } from 'aws-cdk-lib';
import type { IChainable } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { WorkKind } from '#shared/work/kinds.ts';
import { editSteps } from './functions/edit-steps.ts';
import { imageSteps } from './functions/image-steps.ts';
import { photoEditSteps } from './functions/photo-edit-steps.ts';
import { pipelineSteps } from './functions/pipeline-steps.ts';
import type { FunctionSpec } from './functions/spec.ts';
import { videoSteps } from './functions/video-steps.ts';
import { editBatch, editBatchTimeout } from './state-machines/edit-batch.ts';
import { imageBatch, imageBatchTimeout } from './state-machines/image-batch.ts';
import { photoEdit, photoEditTimeout } from './state-machines/photo-edit.ts';
import { pipeline, pipelineTimeout } from './state-machines/pipeline.ts';
import { videoBatch, videoBatchTimeout } from './state-machines/video-batch.ts';

type WorkInfrastructure = {
  steps: Record<string, FunctionSpec>;
  timeout: Duration;
  /** Creates the state machine. `parts` are the functions of all steps and the machines of single items. */
  define(scope: Construct, parts: never): IChainable;
};

export const work = {
  video: { steps: videoSteps, timeout: videoBatchTimeout, define: videoBatch },
  image: { steps: imageSteps, timeout: imageBatchTimeout, define: imageBatch },
  edit: { steps: editSteps, timeout: editBatchTimeout, define: editBatch },
  'photo-edit': { steps: photoEditSteps, timeout: photoEditTimeout, define: photoEdit },
  pipeline: { steps: pipelineSteps, timeout: pipelineTimeout, define: pipeline },
} satisfies Record<WorkKind, WorkInfrastructure>;
