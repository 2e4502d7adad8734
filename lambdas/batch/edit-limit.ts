/** Photo edits have a daily limit, because they are sold at cost price (docs/spec.md 20.3). */
import { AppError } from '#shared/errors.ts';
import { readBatchRow } from '../store/batches.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import type { User } from '../store/users.ts';

type EditUse = {
  user: User;
  batchId: string;
  /** Returns the number of edits. This function is called only if the work does not exist yet. */
  count(): number;
};

/**
 * Counts photo edits, and then starts their work. If the start fails, subtracts the edits again. A repeated call does not count the edits
 * again.
 * @throws AppError DailyLimit, and any error of `count` and `start`.
 */
export async function withEditLimit<Value>({ user, batchId, count }: EditUse, now: Date, start: () => Promise<Value>): Promise<Value> {
  const isStarted = async () => (await readBatchRow(user.userId, batchId)) !== undefined;
  if (await isStarted()) return start();
  try {
    return await withinDailyLimit(user, 'photoEdit', now, start, count());
  } catch (error) {
    // A parallel identical call may have counted the same edits and reached the limit. In this case, this call returns the same work.
    if (error instanceof AppError && error.code === 'DailyLimit' && (await isStarted())) return start();
    throw error;
  }
}
