/** Receives fal's report of a finished request. The report is not read, logged or stored before the sender and the URL are verified. */
import type * as z from 'zod';
import { hasEnded } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import { classifyReport } from '#shared/video/reports.ts';
import { completeTaskToken } from '../batch/complete-task-token.ts';
import { startLateVideo } from '../batch/executions.ts';
import { requiredEnv } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { secret } from '../platform/secrets.ts';
import type { Outcome } from '../store/batch-rows.ts';
import { readItem } from '../store/batches.ts';
import { recordLateVideo } from '../store/ended-items.ts';
import { claimRequest } from '../store/vendor-requests.ts';
import { readFalReport } from '../vendors/fal-webhook.ts';
import { recordOutcome } from './outcome.ts';
import { orderOfWebhook, type webhookQuery } from './webhook-address.ts';

type Delivery = { query: z.infer<typeof webhookQuery>; headers: Record<string, string | undefined>; rawBody: Buffer; now: Date };

export async function receiveFalWebhook({ query, headers, rawBody, now }: Delivery): Promise<void> {
  const ref = orderOfWebhook(query, await secret(requiredEnv('WEBHOOK_SECRET_ARN')));
  const { requestId, end } = await readFalReport(headers, rawBody, now);
  if (!end) return;
  log('info', 'a report arrived', { batchId: ref.batchId, index: ref.index, attempt: ref.attempt, requestId, status: end.status });
  const outcome: Outcome = end.status === 'ready' ? { ...end, vendor: 'fal' } : end;
  const row = await readItem(ref.userId, ref.batchId, ref.index);
  const item = row?.kind === 'video' ? row : undefined;
  const reportClass = item ? classifyReport(item, { attempt: ref.attempt, requestId, isSuccess: outcome.status === 'ready' }) : 'drop';
  if (!item || reportClass === 'drop') {
    // The report is a duplicate or is no longer needed. The token is completed again, because the first attempt may have failed.
    log('info', 'a report was ignored', { batchId: ref.batchId, index: ref.index, attempt: ref.attempt, requestId });
    if (item && !hasEnded(item.status)) await completeTaskToken(item);
  } else if (reportClass === 'retry-later') {
    throw new AppError('VendorTimeout', { details: { reason: 'The item is timing out; its video can be attached in a moment.' } });
  } else if (!(await claimRequest('fal', requestId, ref))) {
    log('error', 'a report contains the request id of another order', { batchId: ref.batchId, index: ref.index, requestId });
  } else if (outcome.status === 'ready' && reportClass === 'attach') {
    const lateItem = await recordLateVideo(ref, outcome);
    if (lateItem) await startLateVideo(lateItem);
  } else await recordOutcome(item, { requestId, outcome });
}
