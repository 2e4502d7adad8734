import { pipelineGenerateRequest } from '#shared/pipeline/single-calls.ts';
import { imageCall } from './image-call.ts';

export const handler = imageCall('generatePipelineImage', pipelineGenerateRequest);
