import { randomUUID } from 'node:crypto';
import { pipelineGenerateRequest } from '#shared/pipeline/single-calls.ts';
import { limitedCall } from '../store/limited-call.ts';
import { generateImage } from './generate-image.ts';

export const handler = limitedCall({ endpoint: 'generatePipelineImage', body: pipelineGenerateRequest }, async ({ user, body, now }) => {
  const answer = await generateImage(user, body, randomUUID(), now);
  return { status: answer.success ? 200 : 202, body: answer };
});
