import { analyzeRequest } from '#shared/pipeline/api.ts';
import { handle } from '../platform/handle.ts';
import { openaiJudge } from '../vendors/openai-judge.ts';
import { analyzeTransformation } from './analyze-transformation.ts';

export const handler = handle({ endpoint: 'analyzeTransformation', body: analyzeRequest }, async ({ caller, body, now }) => ({
  body: await analyzeTransformation(caller.userId, body, openaiJudge, now),
}));
