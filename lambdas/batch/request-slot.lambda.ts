import * as z from 'zod';
import { itemRef, task } from '../platform/task.ts';
import { slotPurposes } from './item-lanes.ts';
import { requestSlot } from './slots.ts';

/** Requests a slot for the next paid request of an item. The task token is completed when the item has the slot. */
export const handler = task(itemRef.extend({ token: z.string(), purpose: z.enum(slotPurposes) }), ({ input, now }) => {
  const { token, purpose, ...ref } = input;
  return requestSlot(ref, { purpose, taskToken: token }, now);
});
