import { analyzeRequest } from '#shared/pipeline/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { openaiJudge } from '../vendors/openai-judge.ts';
import { analyzeTransformation } from './analyze-transformation.ts';

export const handler = limitedCall({ endpoint: 'analyzeTransformation', body: analyzeRequest }, async ({ user, body, now, deadline }) => ({
  body: await analyzeTransformation(user, body, openaiJudge, now, deadline),
}));
