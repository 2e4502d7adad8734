/**
 * Sends the welcome mails that no page requested, for example because the page was closed within two seconds. The page has time to
 * call first, because it knows the language. The later sender does not send the mail again.
 */
import { log } from '../platform/log.ts';
import { readAccount } from '../store/accounts.ts';
import { pendingWelcomes, settleWelcome } from '../store/pending-welcomes.ts';
import { sendWelcomeMail } from './send-welcome-mail.ts';

/** More time than a page needs to request the mail on any connection; it waits 2 s (docs/spec.md 3.5). */
const pageHasSeconds = 120;
/** Keeps a pass within the time limit of its function. The next pass continues. */
const mailsPerPassMax = 200;

export type WelcomesSent = { sent: number; settled: number; failed: number };

export async function sendWelcomeMails(now: Date, send: typeof sendWelcomeMail = sendWelcomeMail): Promise<WelcomesSent> {
  const done: WelcomesSent = { sent: 0, settled: 0, failed: 0 };
  for await (const userId of pendingWelcomes(new Date(now.getTime() - pageHasSeconds * 1000))) {
    if (done.settled + done.failed >= mailsPerPassMax) break;
    try {
      const account = await readAccount(userId);
      const { sent } = await send(userId, account?.language, now);
      // After a crash before this line, the next pass settles the account, but does not send a second mail.
      await settleWelcome(userId);
      done.sent += Number(sent);
      done.settled += 1;
    } catch (error) {
      // A failure with one account must not block the others.
      done.failed += 1;
      log('error', 'a welcome mail could not be settled', { userId, error });
    }
  }
  return done;
}
