/** Archives of results and their progress: two adjacent objects that expire by the bucket's lifecycle rule. */
import { readRecord, writeRecord } from './job-records.ts';
import { type ObjectWriter, openObject } from './object-writer.ts';

export type ArchiveName = { userId: string; downloadId: string };
export type Archive = ArchiveName & {
  status: 'making' | 'ready' | 'failed';
  /** Number of files added so far. */
  done: number;
  fileName: string;
  files: { key: string; name: string; madeAt: string }[];
};

export const archiveKey = ({ userId, downloadId }: ArchiveName) => `archives/${userId}/${downloadId}.zip`;
const recordKey = ({ userId, downloadId }: ArchiveName) => `archives/${userId}/${downloadId}.json`;

export const writeArchive = (archive: Archive): Promise<void> => writeRecord(recordKey(archive), archive);
export const readArchive = (name: ArchiveName): Promise<Archive | undefined> => readRecord<Archive>(recordKey(name));
export const openArchive = (name: ArchiveName): Promise<ObjectWriter> => openObject(archiveKey(name), 'application/zip');
