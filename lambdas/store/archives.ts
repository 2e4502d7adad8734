/**
 * Archives of results. The archive and its progress record are two objects in the same folder. The lifecycle rule of the bucket deletes
 * both.
 */
import { readRecord, writeRecord } from './job-records.ts';

export type ArchiveId = { userId: string; downloadId: string };
export type Archive = ArchiveId & {
  status: 'making' | 'ready' | 'failed';
  /** Number of files added so far. */
  done: number;
  fileName: string;
  files: { key: string; name: string; madeAt: string }[];
};

export const archiveKey = ({ userId, downloadId }: ArchiveId) => `archives/${userId}/${downloadId}.zip`;
const recordKey = ({ userId, downloadId }: ArchiveId) => `archives/${userId}/${downloadId}.json`;

export const writeArchive = (archive: Archive): Promise<void> => writeRecord(recordKey(archive), archive);
export const readArchive = (ref: ArchiveId): Promise<Archive | undefined> => readRecord<Archive>(recordKey(ref));
