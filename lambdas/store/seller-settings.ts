/** Settings of a seller that have no effect on money or permissions. They stay until the account is deleted. */
import { readRecord, writeRecord } from './job-records.ts';

const fileNamesKey = (userId: string) => `settings/${userId}/file-names.json`;

/** Returns the template of the seller's file names, or undefined if the seller has not changed it. */
export const readNameTemplate = async (userId: string): Promise<string | undefined> =>
  (await readRecord<{ template: string }>(fileNamesKey(userId)))?.template;

export const writeNameTemplate = (userId: string, template: string): Promise<void> => writeRecord(fileNamesKey(userId), { template });
