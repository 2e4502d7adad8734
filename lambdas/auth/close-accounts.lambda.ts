import { job } from '../platform/job.ts';
import { deleteAccounts } from './close-accounts.ts';

export const handler = job('closeAccounts', (now, context) =>
  deleteAccounts(now, new Date(now.getTime() + context.getRemainingTimeInMillis())),
);
