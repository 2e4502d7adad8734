/**
 * POST /api/auth/welcome-email: requests the welcome mail in the language of the page. The server sends it to the e-mail of the account.
 */
import { sendWelcomeMailResponse } from '#shared/auth/api.ts';
import { callApi } from '#web/lib/api.ts';

export const sendWelcomeMail = (language: string) => callApi('sendWelcomeMail', { body: { language }, schema: sendWelcomeMailResponse });
