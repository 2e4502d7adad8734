/**
 * Files for marketplaces and their records. All objects of a user are in one folder. The lifecycle rule of the bucket deletes them after 30
 * days. Each file has a separate record, so that two requests for the same file share it.
 */
import { createHash } from 'node:crypto';
import type { RefusalResponse } from '#shared/finish/api.ts';
import { type Change, defaultPreferences, type Preferences, type Refusal } from '#shared/marketplaces/plan.ts';
import type { Probe } from '#shared/marketplaces/probe.ts';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';
import { readRecord, writeRecord } from './job-records.ts';

export type FinishId = { userId: string; finishId: string };
type ItemName = { userId: string; batchId: string; itemId: string };
export type FileId = ItemName & { fileId: string };

export type FinishedFile = FileId & {
  /** The request whose execution makes the file. */
  finishId: string;
  placement: PlacementId;
  version: string;
  preferences: Preferences;
  title: string;
  sourceKey: string;
  /** The uncropped video. */
  originalKey?: string;
  /** The product photo for the cards. */
  photoKey?: string;
  /** The measured properties of the source. */
  probe: Probe;
  status: 'making' | 'ready' | 'refused' | 'failed';
  startedAt: string;
  steps: string[];
  changes: Change[];
  refusal?: Refusal;
  extension: 'mp4' | 'jpg' | 'png' | 'webp' | 'gif' | 'avif';
  sizeBytes?: number;
  /** SHA-256 of the file with its content credentials. Set when the file is ready. A package compares the stored bytes with this hash. */
  sha256?: string;
  /** The measured properties of the finished file. Set when the file is ready. */
  measured?: Probe;
  /** The key of the signed file. */
  key?: string;
};

/** `files` contains all files of the request. `made` contains only the new files that this request makes. */
export type FinishRecord = FinishId & { files: FileId[]; made: FileId[] };

/** The measured properties of a result. `sourceKey` shows which file was measured, because a repeated crop replaces the file. */
type StoredProbe = { sourceKey: string; probe: Probe };

const folderOfItem = ({ userId, batchId, itemId }: ItemName) => `finished/${userId}/${batchId}/${itemId}`;
const requestKey = ({ userId, finishId }: FinishId) => `finished/${userId}/requests/${finishId}.json`;
const recordKey = (file: FileId) => `${folderOfItem(file)}/${file.fileId}.json`;
const probeKey = (item: ItemName) => `${folderOfItem(item)}/probe.json`;
export const finishedKey = (file: FileId & Pick<FinishedFile, 'extension' | 'key'>): string =>
  file.key ?? `${folderOfItem(file)}/${file.fileId}.${file.extension}`;

export const readFinish = (ref: FinishId): Promise<FinishRecord | undefined> => readRecord<FinishRecord>(requestKey(ref));
export const writeFinish = (record: FinishRecord): Promise<void> => writeRecord(requestKey(record), record);
export const readFinishedFile = (file: FileId): Promise<FinishedFile | undefined> => readRecord<FinishedFile>(recordKey(file));
export const writeFinishedFile = (file: FinishedFile): Promise<void> => writeRecord(recordKey(file), file);
export const readProbe = (item: ItemName): Promise<StoredProbe | undefined> => readRecord<StoredProbe>(probeKey(item));
export const writeProbe = (item: ItemName, probe: StoredProbe): Promise<void> => writeRecord(probeKey(item), probe);

/** Returns the refusal for the response. From the rule, it contains only the limit, the source and the date. */
export function toRefusal({ reason, field, rule, value }: Refusal): RefusalResponse {
  const { source, seenAt, sourceDate: _, grade: __, severity: ___, field: ____, ...limit } = rule ?? {};
  return { reason, field, ...(value !== undefined && { value }), ...(rule && { limit, source: rule.source, seenAt: rule.seenAt }) };
}

/** Different preferences give a different id, because they give a different file. */
export function fileIdOf({ id, kind, version }: Pick<Placement, 'id' | 'kind' | 'version'>, preferences: Preferences): string {
  const name = `${id.replace('.', '_')}_${version}`;
  const [chosen, usual] = [preferences[kind], defaultPreferences[kind]].map((one) => JSON.stringify(Object.entries(one).sort()));
  if (chosen === usual) return name;
  const hash = createHash('sha256').update(String(chosen)).digest('hex');
  return `${name}_${hash.slice(0, 8)}`;
}
