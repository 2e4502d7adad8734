/**
 * The states of an item whose result needs a single paid vendor request: prepare its photo, wait for a slot, make its result, sign it,
 * capture its cost. AI Write can write the prompt after the photo is prepared. If one of these states fails, the hold is released.
 */
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type IChainable, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { invocationRetry, settlementRetries, vendorBusyRetry } from './retries.ts';
import { waitForSlot } from './slot.ts';
import { catchResultPath, caughtError, itemIds, sign, step } from './step.ts';
import { photoPath, writePromptBefore } from './write-prompt.ts';

type NamedLambda = { name: string; lambda: IFunction };
type VendorItemParts = { prepare: NamedLambda; make: NamedLambda } & Record<
  'requestSlot' | 'signFile' | 'captureItem' | 'releaseItem',
  IFunction
> & {
    /** Set if AI Write can write the prompt of the item. */
    writeItemPrompt?: IFunction;
  };

export function vendorItem(scope: Construct, parts: VendorItemParts): IChainable {
  const { requestSlot, writeItemPrompt } = parts;
  const prepare = step(scope, { ...parts.prepare, retries: [invocationRetry], ...(writeItemPrompt && { resultPath: photoPath }) });
  const slot = waitForSlot(scope, { lambda: requestSlot });
  // Each attempt is a paid request. The row of the item counts the requests of all attempts and all executions, so one limit applies to all
  // of them.
  const make = step(scope, { ...parts.make, retries: [vendorBusyRetry, invocationRetry] });
  const signed = sign(scope, parts.signFile);
  const capture = step(scope, { name: 'Capture credits', lambda: parts.captureItem, retries: settlementRetries, isBilled: true });
  const release = step(scope, {
    name: 'Release credits',
    lambda: parts.releaseItem,
    payload: { ...itemIds, ...caughtError },
    retries: settlementRetries,
  });
  for (const state of [prepare, slot, make, signed, capture]) state.addCatch(release, catchResultPath);
  release.next(new Succeed(scope, 'Not delivered'));
  slot.next(make).next(signed).next(capture).next(new Succeed(scope, 'Delivered'));
  return prepare.next(writeItemPrompt ? writePromptBefore(scope, { requestSlot, writeItemPrompt }, { next: slot, release }) : slot);
}
