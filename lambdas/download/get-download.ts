import type { DownloadResponse } from '#shared/download/api.ts';
import { AppError } from '#shared/errors.ts';
import { type Archive, type ArchiveId, archiveKey, readArchive } from '../store/archives.ts';
import { signedUrl } from '../store/signed-urls.ts';

/**
 * Returns the status of an archive.
 * @throws AppError DownloadNotFound, also for an expired archive or for the archive of another user.
 */
export async function getDownload(ref: ArchiveId, now: Date): Promise<DownloadResponse> {
  const archive = await readArchive(ref);
  if (!archive) throw new AppError('DownloadNotFound');
  return toDownloadResponse(archive, now);
}

export async function toDownloadResponse(archive: Archive, now: Date): Promise<DownloadResponse> {
  const { downloadId, status, done, fileName, files } = archive;
  return {
    downloadId,
    status,
    done,
    count: files.length,
    fileName,
    ...(status === 'ready' && { url: await signedUrl(archiveKey(archive), now, fileName) }),
  };
}
