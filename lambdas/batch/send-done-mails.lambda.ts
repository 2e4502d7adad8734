import { sendDoneMails } from './send-done-mails.ts';

export const handler = () => sendDoneMails(new Date());
