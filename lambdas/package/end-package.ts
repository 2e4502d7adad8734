import { type PackageId, readPackage, writePackage } from '../store/packages.ts';

/** Records the end of a package. A package that is ready stays ready. */
export async function endPackage({ userId, packageId }: PackageId, outcome: 'ready' | 'failed'): Promise<void> {
  const record = await readPackage({ userId, packageId });
  if (record && record.status !== 'ready') await writePackage({ ...record, status: outcome });
}
