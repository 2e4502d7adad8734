/**
 * Continues the automatic top-ups of all accounts every minute. The balance of an account is the trigger, so no top-up is lost: an account
 * stays in the index until its balance is high enough.
 */
import { inParallel } from '../platform/in-parallel.ts';
import { log } from '../platform/log.ts';
import { accountsToTopUp } from '../store/auto-top-ups.ts';
import { continueTopUp } from './continue-top-up.ts';

/** Memory limit of a run. */
const listedMax = 50_000;
/** With this limit, a run ends within the time limit of its function. The next run continues the other accounts. */
const accountsPerRunMax = 2000;

export type ToppedUpAccounts = { accounts: number; failed: number };

export async function topUpAccounts(now: Date): Promise<ToppedUpAccounts> {
  const listed = new Set<string>();
  for await (const userId of accountsToTopUp()) {
    listed.add(userId);
    if (listed.size >= listedMax) break;
  }
  const userIds = inRandomOrder([...listed]).slice(0, accountsPerRunMax);
  let failed = 0;
  // A failure with one account must not block the other accounts.
  await inParallel(userIds, async (userId) => {
    await continueTopUp(userId, now).catch((error) => {
      failed += 1;
      log('error', 'an automatic top-up could not be continued', { userId, error });
    });
  });
  return { accounts: userIds.length, failed };
}

/** Accounts that have reached the limit of the month stay in the index. With a random order, they cannot block the other accounts. */
const inRandomOrder = <Value>(values: Value[]): Value[] =>
  values
    .map((value) => ({ value, position: Math.random() }))
    .sort((a, b) => a.position - b.position)
    .map(({ value }) => value);
