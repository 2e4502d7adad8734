import { sendWelcomeMailRequest } from '#shared/auth/api.ts';
import { handle } from '../platform/handle.ts';
import { sendWelcomeMail } from './send-welcome-mail.ts';

export const handler = handle({ endpoint: 'sendWelcomeMail', body: sendWelcomeMailRequest }, async ({ caller, body, now }) => ({
  body: await sendWelcomeMail(caller.userId, body.language, now),
}));
