import { openCardPageRequest } from '#shared/credits/auto-top-up-calls.ts';
import { limitedCall } from '../store/limited-call.ts';
import { openCardPage } from './open-card-page.ts';

export const handler = limitedCall({ endpoint: 'openCardPage', body: openCardPageRequest }, async ({ user, body, now }) => ({
  body: await openCardPage(user, body.setupId, now),
}));
