import { closeAccounts } from './close-accounts.ts';

export const handler = () => closeAccounts(new Date());
