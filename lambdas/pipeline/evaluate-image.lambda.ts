import { evaluateRequest } from '#shared/pipeline/single-calls.ts';
import { handle } from '../platform/handle.ts';
import { openaiJudge } from '../vendors/openai-judge.ts';
import { evaluateImage } from './evaluate-image.ts';

export const handler = handle({ endpoint: 'evaluateImage', body: evaluateRequest }, async ({ caller, body, now }) => ({
  body: await evaluateImage(caller.userId, body, openaiJudge, now),
}));
