/** Starts a package of finished files for one marketplace. The package is free: this code cannot change balances. */
import { AppError } from '#shared/errors.ts';
import type { Preferences } from '#shared/marketplaces/plan.ts';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import { placementOf } from '#shared/marketplaces/rules.ts';
import { aiLabelOf } from '#shared/package/ai-label.ts';
import { type CreatePackageRequest, filesPerPackageMax, type PackageResponse } from '#shared/package/api.ts';
import { fileNamesOf } from '#shared/package/file-names.ts';
import { type Delivered, deliveredItems } from '../batch/delivered-items.ts';
import { startPackageMachine } from '../batch/executions.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import { fileIdOf } from '../store/finishes.ts';
import { productOfPhoto } from '../store/media-keys.ts';
import { type Package, type PackageEntry, readPackage, writeEntries, writePackage } from '../store/packages.ts';
import type { User } from '../store/users.ts';
import { toPackageResponse } from './get-package.ts';

/** After this time, the execution of a package must have ended (infra/state-machines/package.ts). */
const staleMs = 24 * 60 * 60 * 1000;

/**
 * A call with the same id returns the same package. A package that failed, or in which files are missing, is made again.
 * @throws AppError the errors of `deliveredItems`; BadRequest if no placement fits a result, or for too many files; NamesClash; DailyLimit.
 */
export async function createPackage(user: User, request: CreatePackageRequest, now: Date): Promise<PackageResponse> {
  const ref = { userId: user.userId, packageId: request.packageId };
  const existing = await readPackage(ref);
  if (existing && !canBeBetter(existing, now)) {
    // The earlier call may have crashed after it wrote the record and before it started the machine.
    if (existing.status !== 'ready') await startPackageMachine(existing);
    return toPackageResponse(existing, now);
  }
  const entries = await entriesOf(user.userId, request);
  const record: Package = {
    ...ref,
    marketplace: request.marketplace,
    language: request.language,
    attempt: existing ? existing.attempt + 1 : 0,
    status: 'waiting',
    startedAt: now.toISOString(),
    ...{ done: 0, count: entries.length, parts: [], leftOut: { count: 0, isFinal: true, files: [] } },
  };
  return withinDailyLimit(
    user,
    'package',
    now,
    async () => {
      // The record is written last, so that a record always has its entries.
      await writeEntries(ref, entries);
      await writePackage(record);
      await startPackageMachine(record);
      return toPackageResponse(record, now);
    },
    entries.length,
  );
}

/** Returns whether another attempt can make a package with more files. */
function canBeBetter({ status, startedAt, leftOut }: Package, now: Date): boolean {
  if (status === 'failed') return true;
  return status === 'ready' ? !leftOut.isFinal : now.getTime() - Date.parse(startedAt) > staleMs;
}

/** Returns one entry for each result and each placement of its kind, in the order of the request. */
async function entriesOf(userId: string, { results, placements, template, preferences }: CreatePackageRequest): Promise<PackageEntry[]> {
  const items = await deliveredItems(userId, results);
  const wanted = [...new Set(placements)];
  const pairs = items.flatMap((item) => wanted.filter((id) => placementOf(id).kind === kindOf(item)).map((id) => ({ item, id })));
  if (pairs.length === 0) throw badRequest('No placement is for this kind of result');
  if (pairs.length > filesPerPackageMax) throw badRequest(`A package can have ${filesPerPackageMax} files at most`);
  const { stems, clashes } = fileNamesOf(
    pairs.map(({ item, id }) => ({ title: item.title, sku: item.sku, placement: id })),
    template,
  );
  const [clash] = clashes;
  if (clash) {
    const count = clashes.reduce((sum, { indexes }) => sum + indexes.length, 0);
    throw new AppError('NamesClash', { details: { name: clash.stem, count } });
  }
  const chargedItems = new Set<Delivered>();
  return pairs.map(({ item, id }, index) => {
    const isFirst = !chargedItems.has(item);
    chargedItems.add(item);
    return entryOf(item, id, { stem: stems[index] ?? '', isFirst, preferences });
  });
}

/** @param isFirst true if no other file of the same result is in the list before this file */
function entryOf(
  item: Delivered,
  id: PlacementId,
  { stem, isFirst, preferences }: { stem: string; isFirst: boolean; preferences: Preferences },
): PackageEntry {
  const { userId, batchId, itemId, title, sku, kind, status, cents, uploadKey } = item;
  const productId = productOfPhoto(userId, uploadKey);
  return {
    ...{ userId, batchId, itemId, title, stem },
    ...(sku !== undefined && { sku }),
    ...(productId !== undefined && { productId }),
    fileId: fileIdOf(placementOf(id), preferences),
    placement: id,
    // A late video is free.
    cents: isFirst && status === 'completed' ? cents : 0,
    aiLabel: aiLabelOf(kind),
  };
}

const badRequest = (reason: string) => new AppError('BadRequest', { details: { path: 'placements', reason } });

const kindOf = ({ kind }: Delivered): 'video' | 'image' => (kind === 'video' ? 'video' : 'image');
