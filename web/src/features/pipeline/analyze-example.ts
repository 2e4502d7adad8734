/** POST /api/openai/analyze-transformation: what was done between the two pictures of the example. Free within a daily limit. */
import { type AnalyzeRequest, analyzeResponse } from '#shared/pipeline/api.ts';
import { callApi } from '#web/lib/api.ts';

export const analyzeExample = (request: AnalyzeRequest, signal: AbortSignal) =>
  callApi('analyzeTransformation', { body: request, schema: analyzeResponse, signal });
