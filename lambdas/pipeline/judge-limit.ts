import { withinDailyLimit } from '../store/daily-uses.ts';
import { readUser } from '../store/users.ts';

/**
 * Sends a judge request for a run. The request is free for the seller, so it has a daily limit. Without this limit, a seller could continue
 * a run many times and cause high costs for us.
 * @throws AppError DailyLimit
 */
export async function withinRunLimit<Value>(userId: string, now: Date, sendRequest: () => Promise<Value>): Promise<Value> {
  return withinDailyLimit(await readUser(userId), 'runJudgement', now, (runBillableRequest) => runBillableRequest(sendRequest));
}
