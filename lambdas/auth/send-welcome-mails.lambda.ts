import { sendWelcomeMails } from './send-welcome-mails.ts';

export const handler = () => sendWelcomeMails(new Date());
