/** Exports of an account and their progress: two adjacent objects that expire by the bucket's lifecycle rule. */
import { readRecord, writeRecord } from './job-records.ts';
import { type ObjectWriter, openObject } from './object-writer.ts';

export type ExportName = { userId: string; exportId: string };
export type Export = ExportName & {
  status: 'making' | 'ready' | 'failed';
  /** Percentage of the batches that the export contains so far, as an integer. */
  percent: number;
  fileName: string;
};

export const exportKey = ({ userId, exportId }: ExportName) => `exports/${userId}/${exportId}.json`;
const recordKey = ({ userId, exportId }: ExportName) => `exports/${userId}/${exportId}.state.json`;

export const writeExport = (job: Export): Promise<void> => writeRecord(recordKey(job), job);
export const readExport = (name: ExportName): Promise<Export | undefined> => readRecord<Export>(recordKey(name));
export const openExport = (name: ExportName): Promise<ObjectWriter> => openObject(exportKey(name), 'application/json');
