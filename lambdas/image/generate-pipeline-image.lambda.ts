import { randomUUID } from 'node:crypto';
import { pipelineGenerateRequest } from '#shared/pipeline/single-calls.ts';
import { handle } from '../platform/handle.ts';
import { countRate } from '../store/rates.ts';
import { generateImage } from './generate-image.ts';

export const handler = handle(
  { endpoint: 'generatePipelineImage', body: pipelineGenerateRequest },
  async ({ caller, address, body, now }) => {
    await countRate('run', { userId: caller.userId, address }, now);
    const answer = await generateImage(caller.userId, body, randomUUID(), now);
    return { status: answer.success ? 200 : 202, body: answer };
  },
);
