/**
 * Sends the mail about ended work, at most once. A function claims the row of the mail before it calls SES. If SES has certainly not sent
 * the mail, the function removes the claim, so that a later attempt can send it. The number of attempts is limited. A failure does not
 * change the batch, because the batch has already ended.
 */

import type { OrderedKind } from '#shared/batch/batch.ts';
import type { TopUpNews } from '#shared/credits/auto-top-up.ts';
import { AppError } from '#shared/errors.ts';
import { topUpMail } from '../credits/top-up-mail.ts';
import { requiredEnv } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import type { Mail } from '../platform/mail-html.ts';
import { parameter } from '../platform/parameters.ts';
import { textsIn } from '../platform/texts.ts';
import { type Account, readAccount } from '../store/accounts.ts';
import { readWork, type Work } from '../store/batches.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import {
  claimDoneMail,
  type DoneMail,
  type DoneMailEnd,
  doneMailAttemptsMax,
  readDoneMail,
  removeDoneMailClaim,
  settleDoneMail,
} from '../store/done-mails.ts';
import { isKnownUnsent, sendMail } from '../vendors/ses.ts';
import { doneMail } from './done-mail.ts';

const historyPath = '/history';
const accountPath = '/account';
/** Maximum run time of a function that sends mail. If a claim is older, the function that made it has crashed. */
const claimSecondsMax = 15 * 60;

/**
 * - `waiting`: a batch still runs, or another function is sending the mail.
 * - `settled`: the mail was sent or skipped, all its attempts failed, or it does not exist.
 */
export type DoneMailResult = DoneMailEnd | 'waiting' | 'settled';

/**
 * @param pk the partition of the mail (done-mails.ts).
 * @throws the error of SES if the mail was not sent and another attempt is allowed.
 */
export async function sendDoneMail(pk: string, now: Date, send: typeof sendMail = sendMail): Promise<DoneMailResult> {
  const doneMailRow = await readDoneMail(pk);
  if (!doneMailRow || doneMailRow.settledAt) return 'settled';
  if (doneMailRow.claimedAt) return isStale(doneMailRow.claimedAt, now) ? end('unknown') : 'waiting';
  const use = doneMailRow.topUp ? 'topUpMail' : 'doneMail';
  const works = await readWorks(doneMailRow);
  if (!works) return 'waiting';
  const account = await readAccount(doneMailRow.userId);
  if (!account || account.closingAt) return end('skipped');
  const language = doneMailRow.language ?? account.language;
  const mail = doneMailRow.topUp ? await mailAboutTopUp(doneMailRow.topUp, account, language) : await mailAbout(works, account, language);
  const claimed = await claimDoneMail(pk, now);
  if (!claimed) return 'waiting';
  return sendOnce(mail, account, claimed.attempts ?? 1);

  async function end(result: DoneMailEnd): Promise<DoneMailEnd> {
    if (result === 'failed' || result === 'unknown') log('error', 'a mail about ended work is given up', { pk, result });
    await settleDoneMail(pk, result, now);
    return result;
  }

  async function sendOnce(mail: Mail, { userId, person, tier, email }: Account, attempts: number): Promise<DoneMailEnd> {
    let isRequested = false;
    const sendToSes = () => {
      isRequested = true;
      return send(email, mail).catch(markUnsent);
    };
    let isSent: boolean;
    try {
      isSent = await withinDailyLimit({ userId, person, tier }, use, now, (runBillableRequest) => runBillableRequest(sendToSes));
    } catch (error) {
      if (error instanceof AppError && error.code === 'DailyLimit') return end('skipped');
      log('error', 'a mail about ended work could not be sent', { pk, attempts, error });
      if (isRequested && !(error instanceof AppError && error.isUnbilled)) return end('unknown');
      if (attempts >= doneMailAttemptsMax) return end('failed');
      await removeDoneMailClaim(pk);
      throw error;
    }
    return end(isSent ? 'sent' : 'skipped');
  }
}

const isStale = (claimedAt: string, now: Date): boolean => now.getTime() - Date.parse(claimedAt) > claimSecondsMax * 1000;

/** Returns the batches of a mail if all of them have ended. Otherwise, returns undefined. */
async function readWorks({ userId, batchIds }: DoneMail): Promise<Work[] | undefined> {
  const works = await Promise.all(batchIds.map((batchId) => readWork(userId, batchId)));
  const endedWorks = works.filter((work) => work !== undefined && work.batch.status !== 'running');
  return endedWorks.length === works.length ? (endedWorks as Work[]) : undefined;
}

async function mailAbout(works: Work[], { name }: Account, accountLanguage = 'en'): Promise<Mail> {
  const { language, t } = textsIn(accountLanguage);
  const historyUrl = `${await parameter(requiredEnv('SITE_ORIGIN_PARAMETER'))}${historyPath}`;
  const kind = works[0]?.batch.kind as OrderedKind;
  return doneMail(t, { name, kind, items: works.flatMap(({ items }) => items), historyUrl, language });
}

async function mailAboutTopUp(topUp: TopUpNews, { name, available }: Account, accountLanguage = 'en'): Promise<Mail> {
  const { language, t } = textsIn(accountLanguage);
  const accountUrl = `${await parameter(requiredEnv('SITE_ORIGIN_PARAMETER'))}${accountPath}`;
  return topUpMail(t, { name, topUp, available, accountUrl, language });
}

/**
 * Marks an error that means that SES has certainly not sent the mail. Then the daily use is subtracted again, and another attempt is
 * allowed.
 */
function markUnsent(cause: unknown): never {
  if (!isKnownUnsent(cause)) throw cause;
  throw new AppError('ServiceBusy', { cause, isUnbilled: true });
}
