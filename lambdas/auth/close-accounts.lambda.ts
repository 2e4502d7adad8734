import type { Context } from 'aws-lambda';
import { closeAccounts } from './close-accounts.ts';

export const handler = (_event: unknown, context: Context) => {
  const now = Date.now();
  return closeAccounts(new Date(now), new Date(now + context.getRemainingTimeInMillis()));
};
