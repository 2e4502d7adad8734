import { job } from '../platform/job.ts';
import { sendWelcomeMails } from './send-welcome-mails.ts';

export const handler = job('sendWelcomeMails', (now) => sendWelcomeMails(now));
