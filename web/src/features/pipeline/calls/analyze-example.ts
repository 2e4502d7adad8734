/**
 * POST /api/openai/analyze-transformation: returns a description of the change between the two pictures of the example. The call is free
 * within a daily limit. Failed attempts also count towards this limit.
 */
import { MutationObserver } from '@tanstack/react-query';
import { errors, isErrorCode } from '#shared/errors.ts';
import { type AnalyzeRequest, type AnalyzeResponse, analysisAttemptsMax, analyzeResponse } from '#shared/pipeline/api.ts';
import { ApiError, callApi, mayRepeat } from '#web/lib/api.ts';
import { queries } from '#web/lib/queries.ts';
import { retryCall } from '#web/lib/retry-call.ts';

export const analyzeExample = (request: AnalyzeRequest): Promise<AnalyzeResponse> =>
  new MutationObserver(queries, {
    networkMode: 'always',
    mutationFn: (body: AnalyzeRequest) =>
      retryCall(() => callApi('analyzeTransformation', { body, schema: analyzeResponse }), {
        attemptsMax: analysisAttemptsMax,
        isTransient,
      }),
  }).mutate(request);

/** Whether another attempt may succeed, because there was no response or the vendor was busy. */
export function isTransient(error: unknown): boolean {
  if (mayRepeat(error)) return true;
  const reason = error instanceof ApiError && error.code === 'AnalysisFailed' ? error.details.reason : undefined;
  return isErrorCode(reason) && (reason === 'VendorTimeout' || errors[reason].retry === 'vendor-busy');
}
