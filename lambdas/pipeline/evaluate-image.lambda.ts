import { evaluateRequest } from '#shared/pipeline/single-calls.ts';
import { limitedCall } from '../store/limited-call.ts';
import { openaiJudge } from '../vendors/openai-judge.ts';
import { evaluateImage } from './evaluate-image.ts';

export const handler = limitedCall({ endpoint: 'evaluateImage', body: evaluateRequest }, async ({ user, body, now, deadline }) => ({
  body: await evaluateImage(user, body, openaiJudge, now, deadline),
}));
