/** Returns the state of a package, with the links to its parts. */
import { AppError } from '#shared/errors.ts';
import type { PackageResponse } from '#shared/package/api.ts';
import { type Package, type PackageId, packagePartKey, readPackage } from '../store/packages.ts';
import { signedUrl } from '../store/signed-urls.ts';

/** @throws AppError DownloadNotFound, also for an expired package or for the package of another user. */
export async function getPackage(ref: PackageId, now: Date): Promise<PackageResponse> {
  const record = await readPackage(ref);
  if (!record) throw new AppError('DownloadNotFound');
  return toPackageResponse(record, now);
}

export async function toPackageResponse(record: Package, now: Date): Promise<PackageResponse> {
  const { packageId, marketplace, status, done, count } = record;
  const leftOut = { count: record.leftOut.count, files: record.leftOut.files };
  const parts = record.parts.map(async ({ fileName, sizeBytes }, index) => ({
    fileName,
    sizeBytes,
    ...(status === 'ready' && { url: await signedUrl(packagePartKey(record, index + 1), now, fileName) }),
  }));
  return { packageId, marketplace, status, done, count, leftOut, parts: await Promise.all(parts) };
}
