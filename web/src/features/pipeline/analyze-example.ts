/**
 * POST /api/openai/analyze-transformation: what was done between the two pictures of the example. Free within a daily limit, which
 * each try counts against.
 */
import { errors, isErrorCode } from '#shared/errors.ts';
import { type AnalyzeRequest, analysisTriesMax, analyzeResponse } from '#shared/pipeline/api.ts';
import { ApiError, callApi, mayRepeat } from '#web/lib/api.ts';
import { insist } from '#web/lib/patience.ts';

export const analyzeExample = (request: AnalyzeRequest, signal: AbortSignal) =>
  insist(() => callApi('analyzeTransformation', { body: request, schema: analyzeResponse, signal }), {
    triesMax: analysisTriesMax,
    isTransient: (error) => !signal.aborted && isTransient(error),
  });

/** Whether another try may succeed: there was no answer, or the vendor was busy or silent. */
export function isTransient(error: unknown): boolean {
  if (mayRepeat(error)) return true;
  const reason = error instanceof ApiError && error.code === 'AnalysisFailed' ? error.details.reason : undefined;
  return isErrorCode(reason) && (reason === 'VendorTimeout' || errors[reason].retry === 'vendor-busy');
}
