/** A call that needs an account and has a limit (shared/call-limits.ts): both are checked before it runs. */
import { callLimits } from '#shared/call-limits.ts';
import { handleLimited } from '../platform/handle.ts';
import { countRate } from './rates.ts';
import { readUser, type User } from './users.ts';

/** A user, and where the call came from. */
export type CallingUser = User & { address: string };

/** @throws AppError AccountNotFound, AccountDeleted, TooManyRequests. */
export const limitedCall = handleLimited<CallingUser>(async ({ caller, address, now }, endpoint) => {
  const user = await readUser(caller.userId);
  await countRate(callLimits[endpoint].rate, { userId: user.person, address }, now);
  return { ...user, address };
});
