/** Restores a deleted or overwritten file of the media bucket from its earlier version (docs/runbook.md). */
import { CopyObjectCommand } from '@aws-sdk/client-s3';
import { readDeletionTime } from '#lambdas/store/deleted-accounts.ts';
import { deleteVersion, type FileVersion, mediaBucket, s3, versionsOf } from '#lambdas/store/media.ts';
import { CommandError } from '../request.ts';

/** Maximum number of versions that are listed. */
const versionsMax = 1000;

/**
 * Restores a file. Without a version, the command removes the delete marker of a deleted file. With a version, the command copies this
 * version, and the copy becomes the newest version.
 * @throws CommandError
 */
export async function restoreFile(key: string, versionId: string | undefined): Promise<string> {
  const [, userId = ''] = key.split('/');
  if (await readDeletionTime(userId)) throw new CommandError('The owner of this file deleted the account. The file is never restored.');
  const versions = await readVersions(key);
  if (versions.length === 0)
    throw new CommandError('No version of this file exists. Earlier versions of results and photos exist for 30 days.');
  if (versionId !== undefined) return copyVersion(key, versions, versionId);
  const [newest] = versions;
  if (!newest?.isDeleteMarker)
    return ['The file is not deleted. To restore an earlier version, add --version:', ...versions.map(describe)].join('\n');
  const file = versions.find(({ isDeleteMarker }) => !isDeleteMarker);
  if (!file) throw new CommandError('The earlier versions of this file are already deleted.');
  // A file that was deleted twice has two markers. S3 stores times in seconds, so the markers and the file can have the same time.
  const markers = versions.filter(({ isDeleteMarker, lastModified }) => isDeleteMarker && lastModified >= file.lastModified);
  for (const marker of markers) await deleteVersion(marker);
  return `The file is restored. It was deleted at ${newest.lastModified.toISOString()}.`;
}

async function copyVersion(key: string, versions: FileVersion[], versionId: string): Promise<string> {
  const version = versions.find((one) => one.versionId === versionId);
  if (!version || version.isDeleteMarker) throw new CommandError('The file has no such version.');
  if (version.isLatest) return 'This version is already the newest version.';
  const source = `${encodeURI(`${mediaBucket()}/${key}`)}?versionId=${versionId}`;
  await s3.send(new CopyObjectCommand({ Bucket: mediaBucket(), Key: key, CopySource: source }));
  return `The file has its content of ${version.lastModified.toISOString()} again.`;
}

/** Returns the versions of exactly this key, newest first. */
async function readVersions(key: string): Promise<FileVersion[]> {
  const versions: FileVersion[] = [];
  for await (const page of versionsOf(key)) {
    versions.push(...page.filter((version) => version.key === key));
    if (versions.length >= versionsMax || page.some((version) => version.key !== key)) break;
  }
  return versions.sort((a, b) => Number(b.isLatest) - Number(a.isLatest) || b.lastModified.getTime() - a.lastModified.getTime());
}

const describe = ({ versionId, isLatest, isDeleteMarker, lastModified }: FileVersion): string =>
  `${lastModified.toISOString()}  ${versionId}${isLatest ? '  newest' : ''}${isDeleteMarker ? '  deleted' : ''}`;
