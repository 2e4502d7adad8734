/** Paid vendor requests for an image, an edit, an extended photo or a prompt. A request can be repeated a limited number of times. */
import { AppError, type ErrorCode } from '#shared/errors.ts';
import type { Mils } from '#shared/vendor-prices.ts';
import { workKindNames } from '#shared/work/kinds.ts';
import type { ItemRef } from '../platform/task.ts';
import { requestForItem } from '../store/vendor-work.ts';
import { runningItem } from './running-item.ts';

type Request = {
  mils: Mils;
  now: Date;
  /** Maximum number of requests for one item, including requests before a crash. */
  attemptsMax: number;
  /** The item field that counts the requests. */
  counter?: 'attempts' | 'outpaintAttempts' | 'promptAttempts';
  /** The item field that the request fills. */
  resultField?: 'result' | 'frameKey' | 'isPromptWritten';
  /** The error if the maximum number of requests is reached. */
  exhausted?: ErrorCode;
};

/**
 * Makes one request. Vendors accept no idempotency key and may bill each request. So each request is counted on the item before it is sent
 * (decisions 005 and 008). After a crash, one allowed request may be lost, but the seller loses no credits.
 * @returns undefined if another run of the step has already made the result.
 * @throws AppError `exhausted`; Cancelled or GenerationFailed if the item was cancelled or has ended; DailyWorkLimit; any error of
 * `request`.
 */
export async function countedRequest<Value>(
  ref: ItemRef,
  { mils, now, attemptsMax, counter = 'attempts', resultField = 'result', exhausted = 'GenerationFailed' }: Request,
  request: () => Promise<Value>,
): Promise<{ value: Value } | undefined> {
  const changes = {
    // The status informs the seller that the work has started.
    set: { status: 'generating' as const },
    once: { startedAt: now.toISOString() },
    increment: [counter],
    ifLessThan: { [counter]: attemptsMax },
    ifAbsent: ['cancelRequestedAt' as const, resultField],
  };
  const outcome = await requestForItem(ref, { mils, now, changes }, request);
  if (outcome || resultField in (await runningItem(ref, ...workKindNames))) return outcome;
  throw new AppError(exhausted, { details: { attempts: attemptsMax } });
}
