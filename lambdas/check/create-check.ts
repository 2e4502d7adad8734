/** Returns a form with which the browser sends one file to S3 for a check. */
import type { CreateCheckRequest, CreateCheckResponse } from '#shared/check/api.ts';
import { countVisitorFile, signCheckForm } from '../store/checks.ts';
import { takeDailyUse } from '../store/daily-uses.ts';
import type { User } from '../store/users.ts';

/**
 * Creates a check for a visitor without an account.
 * @throws AppError DailyLimit
 */
export async function createVisitorCheck(
  address: string,
  { sizeBytes }: CreateCheckRequest,
  checkId: string,
  now: Date,
): Promise<CreateCheckResponse> {
  // The file counts immediately, because S3 does not report whether the form was used.
  await countVisitorFile(address, now);
  return { checkId, ...(await signCheckForm(checkId, sizeBytes, now)) };
}

/**
 * Creates a check for a signed-in user. Signed-in users have a separate limit.
 * @throws AppError DailyLimit
 */
export async function createSellerCheck(
  user: User,
  { sizeBytes }: CreateCheckRequest,
  checkId: string,
  now: Date,
): Promise<CreateCheckResponse> {
  await takeDailyUse(user, 'check', now);
  return { checkId, ...(await signCheckForm(checkId, sizeBytes, now)) };
}
