/**
 * Judges one area of one image in a single call, in the same way as the step of a run. The call is free, but has a daily limit
 * (docs/spec.md 17.9).
 */

import type { Evaluation } from '#shared/pipeline/judgement.ts';
import type { EvaluateRequest } from '#shared/pipeline/single-calls.ts';
import type { Deadline } from '../platform/deadline.ts';
import { failAs } from '../platform/outage.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import { ownPictureKey } from '../store/own-media.ts';
import type { User } from '../store/users.ts';
import type { JudgeVendor } from '../vendors/judge-port.ts';
import { evaluationOrder, judgeMsMin } from './judge-orders.ts';

/**
 * Counts the use before it decodes the pictures, because a malicious picture can make the decoding expensive.
 * @throws AppError DailyLimit; any rejection of the pictures; EvaluationFailed for any vendor error, with our error code in
 * `details.reason`.
 */
export const evaluateImage = (
  user: User,
  request: EvaluateRequest,
  vendor: JudgeVendor,
  now: Date,
  deadline: Deadline,
): Promise<Evaluation> =>
  withinDailyLimit(user, 'evaluate', now, async (runBillableRequest) => {
    const { currentImageUrl, beforeImageUrl, afterImageUrl, originalInputImageUrl = currentImageUrl } = request;
    const keyOf = (pictureName: string) => ownPictureKey(user.userId, pictureName);
    const [current, before, after, input] = await Promise.all([
      keyOf(currentImageUrl),
      keyOf(beforeImageUrl),
      keyOf(afterImageUrl),
      keyOf(originalInputImageUrl),
    ]);
    const order = await evaluationOrder(
      { current, before, after, input },
      {
        area: request.currentTargetArea,
        areas: request.focusAreas,
        iterationNumber: request.iterationNumber,
        previous: Object.entries(request.previousStatus).map(([area, evaluation]) =>
          typeof evaluation === 'string' ? { area, status: evaluation } : { area, ...evaluation },
        ),
        productType: request.productType,
        language: request.language,
      },
      deadline.leftMs(judgeMsMin),
    );
    const timeoutMs = deadline.leftMs();
    return runBillableRequest(() => vendor.evaluate({ ...order, timeoutMs })).catch(failAs('EvaluationFailed'));
  });
