import { job } from '../platform/job.ts';
import { topUpAccounts } from './top-up-accounts.ts';

export const handler = job('topUpAccounts', (now) => topUpAccounts(now));
