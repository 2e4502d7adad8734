/**
 * Sends the welcome mails that no page has asked for, for example because it was closed within two seconds. The call of the page comes
 * first, because it knows the language; whichever comes second finds the mail sent.
 */
import { log } from '../platform/log.ts';
import { readAccount } from '../store/accounts.ts';
import { pendingWelcomes, settleWelcome } from '../store/pending-welcomes.ts';
import { sendWelcomeMail } from './send-welcome-mail.ts';

/** Longer than a page needs to ask for the mail (SPEC 4: 2 s), on any connection. */
const pageHasSeconds = 120;
/** A pass ends well within its function's time; the next pass continues. */
const mailsPerPassMax = 200;

export type WelcomesSent = { sent: number; settled: number; failed: number };

export async function sendWelcomeMails(now: Date, send: typeof sendWelcomeMail = sendWelcomeMail): Promise<WelcomesSent> {
  const done: WelcomesSent = { sent: 0, settled: 0, failed: 0 };
  for await (const userId of pendingWelcomes(new Date(now.getTime() - pageHasSeconds * 1000))) {
    if (done.settled + done.failed >= mailsPerPassMax) break;
    try {
      const account = await readAccount(userId);
      const { sent } = await send(userId, account?.language, now);
      // Last: a crash before this line leaves the account to the next pass, which does not send a second mail.
      await settleWelcome(userId);
      done.sent += Number(sent);
      done.settled += 1;
    } catch (error) {
      // One account must not keep the others from their mail.
      done.failed += 1;
      log('error', 'a welcome mail could not be settled', { userId, error });
    }
  }
  return done;
}
