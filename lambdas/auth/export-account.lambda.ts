import { handle } from '../platform/handle.ts';
import { countRate } from '../store/rates.ts';
import { exportAccount } from './export-account.ts';

export const handler = handle({ endpoint: 'exportAccount' }, async ({ caller, address, now }) => {
  await countRate('export', { userId: caller.userId, address }, now);
  return { body: await exportAccount(caller.userId, now) };
});
