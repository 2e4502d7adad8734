/** fal's report of a finished request. Nothing is read, logged or stored before both the sender and the address are proved. */
import * as z from 'zod';
import { AppError } from '#shared/errors.ts';
import { setting } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { secret } from '../platform/secrets.ts';
import { type Outcome, readItem } from '../store/batches.ts';
import { progressOfPayload } from '../vendors/fal.ts';
import { codeOfFalError } from '../vendors/fal-errors.ts';
import { verifyFalWebhook } from '../vendors/fal-webhook.ts';
import { recordOutcome } from './outcome.ts';
import { itemOfWebhook, type webhookQuery } from './webhook-address.ts';

const report = z.object({
  request_id: z.string().min(1),
  status: z.enum(['OK', 'ERROR']),
  error: z.string().optional(),
  payload: z.unknown(),
  payload_error: z.string().nullish(),
});

type Delivery = { query: z.infer<typeof webhookQuery>; headers: Record<string, string | undefined>; rawBody: Buffer; now: Date };

export async function receiveFalWebhook({ query, headers, rawBody, now }: Delivery): Promise<void> {
  const ref = itemOfWebhook(query, await secret(setting('WEBHOOK_SECRET_ARN')));
  await verifyFalWebhook(headers, rawBody, now);
  const { request_id: requestId, ...rest } = reportOf(rawBody);
  const item = await readItem(ref.userId, ref.batchId, ref.index);
  if (!item || (item.requestId && item.requestId !== requestId)) {
    log('warn', 'a webhook for no item', { batchId: ref.batchId, index: ref.index, requestId });
    return;
  }
  const outcome = outcomeOf(rest);
  // fal could not put the result into the message: the poll will read it.
  if (outcome) await recordOutcome(ref, requestId, outcome);
}

function reportOf(rawBody: Buffer): z.infer<typeof report> {
  try {
    return report.parse(JSON.parse(rawBody.toString('utf8')));
  } catch (cause) {
    throw new AppError('BadRequest', { cause });
  }
}

/** A failure's status stands in its text alone: 'Invalid status code: 422'. */
const statusIn = (text: string | undefined): number => Number(/\b[45]\d\d\b/.exec(text ?? '')?.[0] ?? 500);

function outcomeOf({
  status,
  error,
  payload,
  payload_error: unserialisable,
}: Omit<z.infer<typeof report>, 'request_id'>): Outcome | undefined {
  if (status === 'ERROR') return { status: 'failed', code: codeOfFalError(statusIn(error), JSON.stringify(payload ?? {})) };
  if (unserialisable) return undefined;
  const progress = progressOfPayload(payload);
  return progress.status === 'ready' || progress.status === 'failed' ? progress : undefined;
}
