import type { Context } from 'aws-lambda';
import { deleteAccounts } from './close-accounts.ts';

export const handler = (_event: unknown, context: Context) => {
  const now = Date.now();
  return deleteAccounts(new Date(now), new Date(now + context.getRemainingTimeInMillis()));
};
