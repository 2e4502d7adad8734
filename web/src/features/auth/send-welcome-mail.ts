/** POST /api/auth/welcome-email: asks for the welcome mail in the page's language. To whom it goes is the server's to say (Q58). */
import { sendWelcomeMailResponse } from '#shared/auth/api.ts';
import { callApi } from '#web/lib/api.ts';

export const sendWelcomeMail = (language: string) => callApi('sendWelcomeMail', { body: { language }, schema: sendWelcomeMailResponse });
