/** What was done between two pictures, by a call of its own: free within a daily limit (checklist P2, P15, X20). */
import { AppError } from '#shared/errors.ts';
import type { AnalyzeRequest, AnalyzeResponse } from '#shared/pipeline/api.ts';
import { suggestedAreas } from '#shared/pipeline/focus-areas.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import type { JudgeVendor } from '../vendors/judge-port.ts';
import { analysisOrder } from './judge-orders.ts';
import { ownPicture } from './own-picture.ts';

/** @throws AppError for the pictures, before anything is counted; DailyLimit; AnalysisFailed, with our own code of it in `details.reason`. */
export async function analyzeTransformation(
  userId: string,
  { beforeImageUrl, afterImageUrl, productType, userRequirements }: AnalyzeRequest,
  vendor: JudgeVendor,
  now: Date,
): Promise<AnalyzeResponse> {
  const [before, after] = await Promise.all([ownPicture(userId, beforeImageUrl, now), ownPicture(userId, afterImageUrl, now)]);
  const order = await analysisOrder({ before, after }, { productType, userRequirements });
  const analysis = await withinDailyLimit(userId, 'analyze', now, () => vendor.analyze(order).catch(asFailure));
  return { success: true, analysis, suggestedAreas: suggestedAreas(analysis.categoryAnalysis), rawResponse: JSON.stringify(analysis) };
}

function asFailure(cause: unknown): never {
  throw new AppError('AnalysisFailed', { cause, details: { reason: cause instanceof AppError ? cause.code : 'InternalError' } });
}
