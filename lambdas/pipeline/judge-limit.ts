import { withinDailyLimit } from '../store/daily-uses.ts';
import { readUser } from '../store/users.ts';

/**
 * Sends a judge request for a run. Such a request is free, so it counts against a daily limit; without it, a run could be continued again
 * and again at our cost.
 * @throws AppError DailyLimit
 */
export async function forRun<Answer>(userId: string, now: Date, ask: () => Promise<Answer>): Promise<Answer> {
  return withinDailyLimit(await readUser(userId), 'runJudgement', now, (atVendor) => atVendor(ask));
}
