import { randomUUID } from 'node:crypto';
import { pipelineGenerateRequest } from '#shared/pipeline/single-calls.ts';
import { handle } from '../platform/handle.ts';
import { generateImage } from './generate-image.ts';

export const handler = handle({ endpoint: 'generatePipelineImage', body: pipelineGenerateRequest }, async ({ caller, body, now }) => {
  const answer = await generateImage(caller.userId, body, randomUUID(), now);
  return { status: answer.success ? 200 : 202, body: answer };
});
