/**
 * Handles calls that need an account and have a limit (shared/call-limits.ts). The account and the limit are checked before the call runs.
 */
import { callLimits } from '#shared/call-limits.ts';
import { handleLimited } from '../platform/handle.ts';
import { countRate } from './rates.ts';
import { readUser, type User } from './users.ts';

/** A user and the IP address of the call. */
export type CallingUser = User & { address: string };

/** @throws AppError AccountNotFound, AccountDeleted, TooManyRequests. */
export const limitedCall = handleLimited<CallingUser>(async ({ caller, address, now }, endpoint) => {
  const user = await readUser(caller.userId);
  await countRate(callLimits[endpoint].rate, { userId: user.person, address }, now);
  return { ...user, address };
});
