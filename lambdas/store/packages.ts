/**
 * Packages of files for a marketplace. The records and the parts of a package are objects next to the finished files, so the same lifecycle
 * rule deletes them after 30 days.
 */
import type { Language } from '#shared/languages.ts';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import type { AiLabel } from '#shared/package/ai-label.ts';
import type { Marketplace, PackageResponse } from '#shared/package/api.ts';
import type { FileId } from './finishes.ts';
import { readRecord, writeRecord } from './job-records.ts';

export type PackageId = { userId: string; packageId: string };

/** The state of a package, without its files, because the page reads it every few seconds. */
export type Package = PackageId &
  Pick<PackageResponse, 'status' | 'done' | 'count'> & {
    marketplace: Marketplace;
    language: Language;
    /** Number of executions before the current one. */
    attempt: number;
    startedAt: string;
    parts: { fileName: string; sizeBytes: number }[];
    /** `isFinal` is true if another attempt would leave out the same files. */
    leftOut: PackageResponse['leftOut'] & { isFinal: boolean };
  };

/** One file that the seller requested. */
export type PackageEntry = FileId & {
  title: string;
  sku?: string;
  /** The product whose photo was ordered. */
  productId?: string;
  placement: PlacementId;
  /** The name without its extension. */
  stem: string;
  cents: number;
  aiLabel: AiLabel;
};

/** The content of all parts. */
export type PackagePlan = {
  /** The tables and the README. Each part contains them. */
  texts: { name: string; text: string }[];
  parts: { key: string; path: string; sizeBytes: number; sha256: string; madeAt: string }[][];
};

const folderOf = ({ userId, packageId }: PackageId) => `finished/${userId}/packages/${packageId}`;
const recordKey = (ref: PackageId) => `${folderOf(ref)}/package.json`;
const entriesKey = (ref: PackageId) => `${folderOf(ref)}/entries.json`;
const planKey = (ref: PackageId) => `${folderOf(ref)}/plan.json`;
export const packagePartKey = (ref: PackageId, part: number) => `${folderOf(ref)}/part-${part}.zip`;

export const readPackage = (ref: PackageId): Promise<Package | undefined> => readRecord<Package>(recordKey(ref));
export const writePackage = (record: Package): Promise<void> => writeRecord(recordKey(record), record);
export const readEntries = (ref: PackageId): Promise<PackageEntry[] | undefined> => readRecord<PackageEntry[]>(entriesKey(ref));
export const writeEntries = (ref: PackageId, entries: PackageEntry[]): Promise<void> => writeRecord(entriesKey(ref), entries);
export const readPlan = (ref: PackageId): Promise<PackagePlan | undefined> => readRecord<PackagePlan>(planKey(ref));
export const writePlan = (ref: PackageId, plan: PackagePlan): Promise<void> => writeRecord(planKey(ref), plan);
