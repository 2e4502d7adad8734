import { withinDailyLimit } from '../store/daily-uses.ts';
import { readUser } from '../store/users.ts';

/** Asks the judge for a run: free, so it has a limit each day, however often a run is continued. @throws AppError DailyLimit */
export async function forRun<Answer>(userId: string, now: Date, ask: () => Promise<Answer>): Promise<Answer> {
  return withinDailyLimit(await readUser(userId), 'runJudgement', now, (atVendor) => atVendor(ask));
}
