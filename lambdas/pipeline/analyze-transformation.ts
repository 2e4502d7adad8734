/** Analyses the changes between two pictures in a single call. The call is free, but has a daily limit (docs/spec.md 10.3, 17.9). */

import type { AnalyzeRequest, AnalyzeResponse } from '#shared/pipeline/api.ts';
import { suggestedAreas } from '#shared/pipeline/focus-areas.ts';
import type { Deadline } from '../platform/deadline.ts';
import { failAs } from '../platform/outage.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import { ownPictureKey } from '../store/own-media.ts';
import type { User } from '../store/users.ts';
import type { JudgeVendor } from '../vendors/judge-port.ts';
import { analysisOrder, judgeMsMin } from './judge-orders.ts';

/**
 * Counts the use before it decodes the pictures, because a malicious picture can make the decoding expensive.
 * @throws AppError DailyLimit; any rejection of the pictures; AnalysisFailed for any vendor error, with our error code in `details.reason`.
 */
export async function analyzeTransformation(
  user: User,
  { beforeImageUrl, afterImageUrl, productType, userRequirements, language }: AnalyzeRequest,
  vendor: JudgeVendor,
  now: Date,
  deadline: Deadline,
): Promise<AnalyzeResponse> {
  const analysis = await withinDailyLimit(user, 'analyze', now, async (runBillableRequest) => {
    const [before, after] = await Promise.all([ownPictureKey(user.userId, beforeImageUrl), ownPictureKey(user.userId, afterImageUrl)]);
    const order = await analysisOrder({ before, after }, { productType, userRequirements, language }, deadline.leftMs(judgeMsMin));
    const timeoutMs = deadline.leftMs();
    return runBillableRequest(() => vendor.analyze({ ...order, timeoutMs })).catch(failAs('AnalysisFailed'));
  });
  return { success: true, analysis, suggestedAreas: suggestedAreas(analysis.categoryAnalysis), rawResponse: JSON.stringify(analysis) };
}
