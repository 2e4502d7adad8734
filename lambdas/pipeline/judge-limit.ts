import { withinDailyLimit } from '../store/daily-uses.ts';
import { readUser } from '../store/users.ts';

/**
 * Sends a judge request for a run. It is free, so it has a daily limit, even if a run is continued repeatedly.
 * @throws AppError DailyLimit
 */
export async function forRun<Answer>(userId: string, now: Date, ask: () => Promise<Answer>): Promise<Answer> {
  return withinDailyLimit(await readUser(userId), 'runJudgement', now, (atVendor) => atVendor(ask));
}
