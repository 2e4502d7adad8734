/**
 * Sends the welcome mails that no page has requested, for example because the user closed the page within two seconds. The job first waits
 * for the request of the page, because only this request contains the language of the user. A mail is never sent twice.
 */
import { log } from '../platform/log.ts';
import { readAccount } from '../store/accounts.ts';
import { markWelcomeMailDone, pendingWelcomes } from '../store/pending-welcomes.ts';
import { sendWelcomeMail } from './send-welcome-mail.ts';

/** The page can request the mail within this time, even on a slow connection. The page waits 2 s before its request (docs/spec.md 3.5). */
const pageSecondsMax = 120;
/** With this limit, a run ends within the time limit of its function. The next run sends the other mails. */
const mailsPerRunMax = 200;

export type WelcomesSent = { sent: number; settled: number; failed: number };

export async function sendWelcomeMails(now: Date, send: typeof sendWelcomeMail = sendWelcomeMail): Promise<WelcomesSent> {
  const counts: WelcomesSent = { sent: 0, settled: 0, failed: 0 };
  for await (const userId of pendingWelcomes(new Date(now.getTime() - pageSecondsMax * 1000))) {
    if (counts.settled + counts.failed >= mailsPerRunMax) break;
    try {
      const account = await readAccount(userId);
      const { sent } = await send(userId, account?.language, now);
      // After a crash before this line, the next run does not send the mail again. It only marks the mail as done.
      await markWelcomeMailDone(userId);
      counts.sent += Number(sent);
      counts.settled += 1;
    } catch (error) {
      // A failure with one account must not stop the mails of the other accounts.
      counts.failed += 1;
      log('error', 'a welcome mail could not be settled', { userId, error });
    }
  }
  return counts;
}
