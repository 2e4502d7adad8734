import { limitedCall } from '../store/limited-call.ts';
import { exportAccount } from './export-account.ts';

export const handler = limitedCall({ endpoint: 'exportAccount' }, async ({ user, now }) => {
  return { body: await exportAccount(user.userId, now) };
});
