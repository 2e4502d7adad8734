/**
 * Sends the mail about ended work, at most once. The row of the mail is claimed before SES is asked. It is opened again only if SES
 * certainly sent nothing, and only for a limited number of tries. No failure changes the batch: it ended before.
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
/** Longer than a function that sends mail can run, so a claim of this age belongs to a crashed one. */
const claimSecondsMax = 15 * 60;

/** `waiting`: a batch still runs, or another function is sending. */
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

/** Returns the ended batches of a mail; undefined if one of them still runs. */
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

/** Marks an error after which no mail was sent, so that the daily use is given back and the mail is tried again. */
function markUnsent(cause: unknown): never {
  if (!isSurelyUnsent(cause)) throw cause;
  throw new AppError('ServiceBusy', { cause, isUnbilled: true });
}
