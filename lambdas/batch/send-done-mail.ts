/**
 * Sends the mail about ended work, at most once. The row of the mail is claimed before the call to SES. It is opened again only if SES
 * certainly sent nothing and the limit of tries is not reached. A failure does not change the batch, which has already ended.
 */
import type { OrderedKind } from '#shared/batch/batch.ts';
import { AppError } from '#shared/errors.ts';
import { requiredEnv } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import type { Mail } from '../platform/mail-html.ts';
import { parameter } from '../platform/secrets.ts';
import { textsIn } from '../platform/texts.ts';
import { type Account, readAccount } from '../store/accounts.ts';
import { readWork, type Work } from '../store/batches.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import {
  claimDoneMail,
  type DoneMail,
  type DoneMailEnd,
  doneMailTriesMax,
  readDoneMail,
  reopenDoneMail,
  settleDoneMail,
} from '../store/done-mails.ts';
import { isSurelyUnsent, sendMail } from '../vendors/ses.ts';
import { doneMail } from './done-mail.ts';

const historyPath = '/history';
/** No function that sends mail can run this long. So the function that made an older claim has crashed. */
const claimSecondsMax = 15 * 60;

/** `waiting`: a batch still runs, or another function is sending the mail. `settled`: the mail had ended before, or does not exist. */
export type DoneMailResult = DoneMailEnd | 'waiting' | 'settled';

/**
 * @param pk the partition of the mail (done-mails.ts).
 * @throws the error of SES if the mail was not sent and may be tried again.
 */
export async function sendDoneMail(pk: string, now: Date, send: typeof sendMail = sendMail): Promise<DoneMailResult> {
  const found = await readDoneMail(pk);
  if (!found || found.settledAt) return 'settled';
  if (found.claimedAt) return isStale(found.claimedAt, now) ? end('unknown') : 'waiting';
  const works = await readWorks(found);
  if (!works) return 'waiting';
  const account = await readAccount(found.userId);
  if (!account || account.closingAt) return end('skipped');
  const mail = await mailAbout(works, account, found.language ?? account.language);
  const claimed = await claimDoneMail(pk, now);
  if (!claimed) return 'waiting';
  return sendOnce(mail, account, claimed.tries ?? 1);

  async function end(result: DoneMailEnd): Promise<DoneMailEnd> {
    if (result === 'failed' || result === 'unknown') log('error', 'a mail about ended work is given up', { pk, result });
    await settleDoneMail(pk, result, now);
    return result;
  }

  async function sendOnce(mail: Mail, { userId, person, tier, email }: Account, tries: number): Promise<DoneMailEnd> {
    let isAsked = false;
    const ask = () => {
      isAsked = true;
      return send(email, mail).catch(markUnsent);
    };
    let isSent: boolean;
    try {
      isSent = await withinDailyLimit({ userId, person, tier }, 'doneMail', now, (atVendor) => atVendor(ask));
    } catch (error) {
      if (error instanceof AppError && error.code === 'DailyLimit') return end('skipped');
      log('error', 'a mail about ended work could not be sent', { pk, tries, error });
      if (isAsked && !(error instanceof AppError && error.isUnbilled)) return end('unknown');
      if (tries >= doneMailTriesMax) return end('failed');
      await reopenDoneMail(pk);
      throw error;
    }
    return end(isSent ? 'sent' : 'skipped');
  }
}

const isStale = (claimedAt: string, now: Date): boolean => now.getTime() - Date.parse(claimedAt) > claimSecondsMax * 1000;

/** Returns the batches of a mail if all of them have ended, otherwise undefined. */
async function readWorks({ userId, batchIds }: DoneMail): Promise<Work[] | undefined> {
  const works = await Promise.all(batchIds.map((batchId) => readWork(userId, batchId)));
  const ended = works.filter((work) => work !== undefined && work.batch.status !== 'running');
  return ended.length === works.length ? (ended as Work[]) : undefined;
}

async function mailAbout(works: Work[], { name }: Account, wanted = 'en'): Promise<Mail> {
  const { language, t } = textsIn(wanted);
  const historyUrl = `${await parameter(requiredEnv('SITE_ORIGIN_PARAMETER'))}${historyPath}`;
  const kind = works[0]?.batch.kind as OrderedKind;
  return doneMail(t, { name, kind, items: works.flatMap(({ items }) => items), historyUrl, language });
}

/** Marks an error if certainly no mail was sent. Then the daily use is subtracted again, and the mail can be tried again. */
function markUnsent(cause: unknown): never {
  if (!isSurelyUnsent(cause)) throw cause;
  throw new AppError('ServiceBusy', { cause, isUnbilled: true });
}
