/**
 * Exports of an account. The export and its progress record are two objects in the same folder. The lifecycle rule of the bucket deletes
 * both.
 */
import { readRecord, writeRecord } from './job-records.ts';

export type ExportId = { userId: string; exportId: string };
export type Export = ExportId & {
  status: 'making' | 'ready' | 'failed';
  /** Percentage of the batches that are already in the export, as an integer. */
  percent: number;
  fileName: string;
};

export const exportKey = ({ userId, exportId }: ExportId) => `exports/${userId}/${exportId}.json`;
const recordKey = ({ userId, exportId }: ExportId) => `exports/${userId}/${exportId}.state.json`;

export const writeExport = (job: Export): Promise<void> => writeRecord(recordKey(job), job);
export const readExport = (ref: ExportId): Promise<Export | undefined> => readRecord<Export>(recordKey(ref));
