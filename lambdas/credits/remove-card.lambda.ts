import { limitedCall } from '../store/limited-call.ts';
import { removeCard } from './change-auto-top-up.ts';

export const handler = limitedCall({ endpoint: 'removeCard' }, async ({ user, now }) => ({ body: await removeCard(user, now) }));
