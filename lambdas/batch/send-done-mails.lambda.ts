import { job } from '../platform/job.ts';
import { sendDoneMails } from './send-done-mails.ts';

export const handler = job('sendDoneMails', (now) => sendDoneMails(now));
