/** Decides which files a package contains, and writes its tables. Every requested file is in results.csv, also a file that is left out. */
import { AppError } from '#shared/errors.ts';
import { type CheckResult, check } from '#shared/marketplaces/check.ts';
import type { Probe } from '#shared/marketplaces/probe.ts';
import { placementOf } from '#shared/marketplaces/rules.ts';
import { type LeftOutReason, listedLeftOutMax } from '#shared/package/api.ts';
import { packageWaitSecondsMax, partNumbersOf, partsPerPackageMax } from '#shared/package/parts.ts';
import { manifestCsv, type PackageRow, resultsCsv, shopifyCsv } from '#shared/package/tables.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { type FinishedFile, finishedKey, readFinishedFile, toRefusal } from '../store/finishes.ts';
import {
  type Package,
  type PackageEntry,
  type PackageId,
  type PackagePlan,
  readEntries,
  readPackage,
  writePackage,
  writePlan,
} from '../store/packages.ts';
import { readProduct, readSource } from '../store/products.ts';
import { readmeOf } from './readme.ts';

const filesPerRead = 20;

type PlanOutcome = { state: 'wait' | 'pack'; parts: number[] };

/**
 * Returns `wait` while files of the package are still being made. The function can run twice: a second run plans the same package.
 * @throws AppError DownloadNotFound; DownloadTooLarge
 */
export async function planPackage({ userId, packageId }: PackageId, now: Date): Promise<PlanOutcome> {
  const ref = { userId, packageId };
  const [record, entries] = await Promise.all([readPackage(ref), readEntries(ref)]);
  if (!record || !entries) throw new AppError('DownloadNotFound');
  const mayWait = now.getTime() - Date.parse(record.startedAt) < packageWaitSecondsMax * 1000;
  const files = await readFiles(entries, mayWait);
  if (!files) return { state: 'wait', parts: [] };
  const plan = planOf(record, entries, files, await readImported(userId, entries));
  await writePlan(ref, plan.content);
  await writePackage({ ...record, ...plan.state, status: 'making', done: 0 });
  return { state: 'pack', parts: plan.state.parts.map((_, index) => index + 1) };
}

/**
 * Files are made in the order of the entries, so the last files are ready last. The function reads them first, and usually finds after a
 * few reads that the package must wait.
 * @returns undefined if a file is still being made and the package may wait for it
 */
async function readFiles(entries: PackageEntry[], mayWait: boolean): Promise<Map<PackageEntry, FinishedFile> | undefined> {
  const files = new Map<PackageEntry, FinishedFile>();
  for (let end = entries.length; end > 0; end -= filesPerRead) {
    const some = entries.slice(Math.max(0, end - filesPerRead), end);
    await inParallel(some, async (entry) => {
      const file = await readFinishedFile(entry);
      if (file) files.set(entry, file);
    });
    if (mayWait && some.some((entry) => files.get(entry)?.status === 'making')) return undefined;
  }
  return files;
}

type Imported = { title: string; source: PackageRow['source'] };

/** Returns the titles and the imported rows of the products. A deleted product is missing. */
async function readImported(userId: string, entries: PackageEntry[]): Promise<ReadonlyMap<string, Imported>> {
  const imported = new Map<string, Imported>();
  const productIds = new Set(entries.flatMap(({ productId }) => productId ?? []));
  await inParallel([...productIds], async (productId) => {
    const [product, source] = await Promise.all([readProduct(userId, productId), readSource(userId, productId)]);
    if (product) imported.set(productId, { title: product.title, source });
  });
  return imported;
}

type Files = ReadonlyMap<PackageEntry, FinishedFile>;
type Plan = { content: PackagePlan; state: Pick<Package, 'count' | 'parts' | 'leftOut'> };

function planOf(record: Package, entries: PackageEntry[], files: Files, imported: ReadonlyMap<string, Imported>): Plan {
  const included = entries.flatMap((entry) => {
    const file = files.get(entry);
    if (!isComplete(file)) return [];
    return [{ entry, file, path: `${record.marketplace}/${entry.stem}.${file.extension}`, sizeBytes: file.sizeBytes }];
  });
  const numbers = partNumbersOf(included);
  const partCount = numbers.at(-1) ?? 0;
  if (partCount > partsPerPackageMax) throw new AppError('DownloadTooLarge');
  const placed = included.map((one, index) => ({ ...one, part: numbers[index] ?? 1 }));
  const byEntry = new Map(placed.map((one) => [one.entry, one]));
  const rows = entries.map((entry) => ({
    ...rowOf(entry, files.get(entry), byEntry.get(entry)),
    ...(entry.productId !== undefined && {
      source: imported.get(entry.productId)?.source,
      productTitle: imported.get(entry.productId)?.title,
    }),
  }));
  const leftOut = entries.filter((entry) => !byEntry.has(entry));
  const importFile = record.marketplace === 'shopify' ? shopifyCsv(rows) : undefined;
  const texts = [
    { name: 'manifest.csv', text: manifestCsv(rows) },
    { name: 'results.csv', text: resultsCsv(rows) },
    ...(importFile === undefined ? [] : [{ name: 'shopify-import.csv', text: importFile }]),
    {
      name: 'README.txt',
      text: readmeOf({ record, rows, leftOutCount: leftOut.length, partCount, hasImportFile: importFile !== undefined }),
    },
  ];
  const filesOfPart = (part: number) => placed.filter((one) => one.part === part).map(({ file, path }) => plannedFile(file, path));
  return {
    content: { texts, parts: Array.from({ length: partCount }, (_, index) => filesOfPart(index + 1)) },
    state: {
      count: placed.length,
      parts: Array.from({ length: partCount }, (_, index) => ({ fileName: partName(record, index + 1, partCount), sizeBytes: 0 })),
      leftOut: {
        count: leftOut.length,
        // A refused file is refused again. All other files can be part of the next attempt.
        isFinal: leftOut.every((entry) => files.get(entry)?.status === 'refused'),
        files: leftOut.slice(0, listedLeftOutMax).map((entry) => leftOutOf(entry, files.get(entry))),
      },
    },
  };
}

type CompleteFile = FinishedFile & { sizeBytes: number; sha256: string; measured: Probe };

const isComplete = (file: FinishedFile | undefined): file is CompleteFile => file?.status === 'ready' && file.sha256 !== undefined;

const plannedFile = (file: CompleteFile, path: string) => ({
  key: finishedKey(file),
  path,
  sizeBytes: file.sizeBytes,
  sha256: file.sha256,
  madeAt: file.startedAt,
});

function rowOf(
  entry: PackageEntry,
  file: FinishedFile | undefined,
  placed?: { file: CompleteFile; path: string; part: number },
): PackageRow {
  const { title, sku, placement, batchId, itemId, aiLabel, cents } = entry;
  const common = { title, sku, placement, batchId, itemId, aiLabel, cents };
  if (!placed) return { ...common, status: reasonOf(file), readiness: refusalText(file) };
  const { path, part } = placed;
  const { sizeBytes, sha256, measured } = placed.file;
  const seconds = measured.kind === 'video' ? measured.seconds : undefined;
  return {
    ...common,
    file: { path, part, sizeBytes, sha256, ...(seconds !== undefined && { seconds }) },
    status: 'ready',
    readiness: readinessOf(placed.file),
  };
}

/**
 * A finished file satisfies every measured rule. The text lists the advice, the rules that could not be measured, and the rules without a
 * known limit.
 */
function readinessOf({ measured, placement }: CompleteFile): string {
  const results = check(measured, placementOf(placement));
  const textOf = (label: string, isListed: (result: CheckResult) => boolean) => {
    const fields = [...new Set(results.filter(isListed).map(({ field }) => field))];
    return fields.length > 0 && `${label}: ${fields.join(' ')}`;
  };
  return [
    'ready',
    textOf('advice', ({ state }) => state === 'warned'),
    textOf('not measured', ({ state, rule }) => state === 'unknown' && rule !== undefined),
    textOf('no known limit', ({ state, rule }) => state === 'unknown' && rule === undefined),
  ]
    .filter(Boolean)
    .join('; ');
}

/** Returns the rule that refuses a file, for example `seconds 3 (min 10, max 60)`. */
function refusalText(file: FinishedFile | undefined): string {
  if (!file?.refusal) return '';
  const { field, value, limit = {} } = toRefusal(file.refusal);
  const limitText = Object.entries(limit)
    .map(([name, bound]) => `${name} ${Array.isArray(bound) ? bound.join(' ') : bound}`)
    .join(', ');
  return [field, value, limitText && `(${limitText})`].filter((part) => part !== undefined && part !== '').join(' ');
}

function reasonOf(file: FinishedFile | undefined): LeftOutReason {
  if (file?.status === 'refused' || file?.status === 'failed') return file.status;
  return file?.status === 'making' ? 'late' : 'missing';
}

const leftOutOf = ({ title, placement }: PackageEntry, file: FinishedFile | undefined): Package['leftOut']['files'][number] => ({
  title,
  placement,
  reason: reasonOf(file),
  ...(file?.refusal && { refusal: toRefusal(file.refusal) }),
});

/** For example `vitrine_shopee_2026-11-25.zip`, or `vitrine_shopee_2026-11-25_part-1-of-2.zip`. */
const partName = ({ marketplace, startedAt }: Package, part: number, partCount: number): string =>
  `vitrine_${marketplace}_${startedAt.slice(0, 10)}${partCount > 1 ? `_part-${part}-of-${partCount}` : ''}.zip`;
