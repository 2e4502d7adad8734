/**
 * The only place that converts a step of a state machine to a function call. It also gives each error the name that Retry and Catch
 * compare.
 */
import * as z from 'zod';
import { log } from './log.ts';
import { recordError } from './metrics.ts';
import { toAppError } from './outage.ts';

/** The input of every step of an item. It contains only ids, so that no state reaches the payload limit. */
export const itemRef = z.object({ userId: z.string(), batchId: z.string(), itemId: z.string(), index: z.int() });
export type ItemRef = z.infer<typeof itemRef>;

/** The input of a step that makes a request with a slot, with the time at which the item got the slot. */
export const admittedItemRef = itemRef.extend({ admittedAt: z.iso.datetime() });
export type AdmittedItemRef = z.infer<typeof admittedItemRef>;

export type Step<Input> = { input: Input; now: Date };

export function task<Input, Output>(schema: z.ZodType<Input>, run: (step: Step<Input>) => Promise<Output>) {
  return async (event: unknown): Promise<Output> => {
    const input = schema.parse(event);
    try {
      return await run({ input, now: new Date() });
    } catch (cause) {
      const error = toAppError(cause);
      log(error.code === 'InternalError' ? 'error' : 'warn', 'step failed', { input: idsOf(input), error });
      recordError(error);
      throw error;
    }
  };
}

const idsOf = (input: unknown): unknown => {
  const { batchId, itemId } = (input ?? {}) as Partial<ItemRef>;
  return { batchId, itemId };
};
