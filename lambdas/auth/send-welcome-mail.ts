/** Sends the welcome mail once per account, only to the address of the account. A failure is only logged (docs/spec.md 3.5). */
import type { SendWelcomeMailResponse } from '#shared/auth/api.ts';
import { dollarsIn } from '#shared/money.ts';
import { requiredEnv } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { parameter } from '../platform/parameters.ts';
import { textsIn } from '../platform/texts.ts';
import { readAccount } from '../store/accounts.ts';
import { claimOnce } from '../store/daily-uses.ts';
import { sendMail } from '../vendors/ses.ts';
import { welcomeMail } from './welcome-mail.ts';

const startPath = '/batch-image-to-video';

export async function sendWelcomeMail(userId: string, language = 'en', now: Date): Promise<SendWelcomeMailResponse> {
  const account = await readAccount(userId);
  // The mail mentions the bonus, so the mail is sent only to an account that received a bonus.
  if (!account || account.closingAt || account.welcomeBonus === 0) return { sent: false };
  // The mail is marked as sent before it is sent. After a crash between the two steps, the mail is lost. This is better than sending the
  // mail twice.
  if (!(await claimOnce(userId, 'welcomeMail', now))) return { sent: false };
  try {
    const { language: mailLanguage, t } = textsIn(language);
    const bonus = dollarsIn(mailLanguage, account.welcomeBonus, account.welcomeBonus % 100 === 0 ? 0 : 2);
    const startUrl = `${await parameter(requiredEnv('SITE_ORIGIN_PARAMETER'))}${startPath}`;
    return { sent: await sendMail(account.email, welcomeMail(t, { name: account.name, bonus, startUrl, language: mailLanguage })) };
  } catch (error) {
    log('error', 'the welcome mail could not be sent', { userId, error });
    return { sent: false };
  }
}
