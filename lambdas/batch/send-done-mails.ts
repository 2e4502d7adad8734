/**
 * Sends the mails about ended work that a state machine could not send, because it crashed or SES failed. Each mail is sent at most once,
 * even if this job and a state machine process it in parallel.
 */
import { log } from '../platform/log.ts';
import { openDoneMails } from '../store/done-mails.ts';
import { sendDoneMail } from './send-done-mail.ts';

/** With this limit, a run ends within the time limit of its function. The next run sends the other mails. */
const mailsPerRunMax = 200;

export type DoneMailsSent = { sent: number; settled: number; waiting: number; failed: number };

export async function sendDoneMails(now: Date, send: typeof sendDoneMail = sendDoneMail): Promise<DoneMailsSent> {
  const counts: DoneMailsSent = { sent: 0, settled: 0, waiting: 0, failed: 0 };
  for await (const pk of openDoneMails()) {
    if (counts.settled + counts.failed >= mailsPerRunMax) break;
    try {
      const result = await send(pk, now);
      if (result === 'waiting') counts.waiting += 1;
      else counts.settled += 1;
      counts.sent += Number(result === 'sent');
    } catch (error) {
      // A failure with one mail must not block the other mails.
      counts.failed += 1;
      log('error', 'a mail about ended work could not be processed', { pk, error });
    }
  }
  return counts;
}
