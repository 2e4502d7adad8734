/** The forms, the results and the limits of checks. This module does not load the S3 client, so that the API functions stay small. */
import { allVisitorsFilesPerDay, type FileReport, visitorFilesPerDay } from '#shared/check/api.ts';
import { utcDate } from '#shared/daily-limits.ts';
import { AppError } from '#shared/errors.ts';
import { networkOf } from '#shared/rate-limits.ts';
import { checkFolder } from '#shared/upload/media-folders.ts';
import { log } from '../platform/log.ts';
import { dailyRow, keptSeconds } from './daily-uses.ts';
import { updateOnce } from './dynamo.ts';
import { readRecord, writeRecord } from './job-records.ts';
import { objectExists } from './objects.ts';
import { subjectOfAddress } from './rates.ts';
import { signUploadForm, type UploadForm } from './upload-form.ts';

export const fileKey = (checkId: string): string => `${checkFolder}/${checkId}/file`;
const reportKey = (checkId: string): string => `${checkFolder}/${checkId}/report.json`;

const formSeconds = 15 * 60;
/** The type of all files in the form. The type that a browser reports is not used, because it may be wrong. */
const contentType = 'application/octet-stream';

export const signCheckForm = (checkId: string, sizeBytes: number, now: Date): Promise<UploadForm> =>
  signUploadForm({ key: fileKey(checkId), contentType, sizeBytes, seconds: formSeconds }, now);

export const hasCheckFile = (checkId: string): Promise<boolean> => objectExists(fileKey(checkId));
export const readReport = (checkId: string): Promise<FileReport | undefined> => readRecord<FileReport>(reportKey(checkId));
export const writeReport = (checkId: string, report: FileReport): Promise<void> => writeRecord(reportKey(checkId), report);

/** The row that counts the files of all visitors together. No user and no network has this id. */
const allVisitors = 'visitors';

/**
 * Counts a file of a visitor for the limits of the network and of all visitors. The network is counted first, so that one network cannot
 * reach the limit of all visitors.
 * @throws AppError DailyLimit, with the limit.
 */
export async function countVisitorFile(address: string, now: Date): Promise<void> {
  const network = networkOf(address);
  if (network) await countFile(subjectOfAddress(network), visitorFilesPerDay, now);
  await countFile(allVisitors, allVisitorsFilesPerDay, now);
}

async function countFile(subject: string, limit: number, now: Date): Promise<void> {
  const isCounted = await updateOnce({
    ...dailyRow(subject, utcDate(now), 'check'),
    UpdateExpression: 'SET expires_at = :end ADD used :one',
    ConditionExpression: 'attribute_not_exists(used) OR used < :limit',
    ExpressionAttributeValues: { ':one': 1, ':limit': limit, ':end': Math.floor(now.getTime() / 1000) + keptSeconds },
  });
  if (isCounted) return;
  log('warn', 'daily limit reached', { event: 'daily_limit', use: 'check', subject, limit });
  throw new AppError('DailyLimit', { details: { limit } });
}
