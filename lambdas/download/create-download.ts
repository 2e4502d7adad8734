/** Starts an archive of the caller's results. The archive is free, because the results are already paid. */
import type { CreateDownloadRequest, DownloadResponse } from '#shared/download/api.ts';
import { downloadBytesMax } from '#shared/download/api.ts';
import { uniqueNames, zipFileName } from '#shared/download/file-names.ts';
import { AppError } from '#shared/errors.ts';
import { imageFileName } from '#shared/image/file-name.ts';
import { editedFileName } from '#shared/photo-edit/file-name.ts';
import { exportFormats } from '#shared/photo-edit/settings.ts';
import { videoFileName } from '#shared/video/file-name.ts';
import { type Delivered, deliveredItems } from '../batch/delivered-items.ts';
import { startArchive } from '../batch/executions.ts';
import { type Archive, readArchive, writeArchive } from '../store/archives.ts';
import type { BatchItem } from '../store/batch-rows.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import type { User } from '../store/users.ts';
import { toDownloadResponse } from './get-download.ts';

/**
 * A call with the same id returns the same archive.
 * @throws AppError AddressNotAllowed for a text that is not the key or the URL of a result of the caller.
 * @throws AppError NotFound for a result that does not exist.
 * @throws AppError BatchNotFound, DownloadTooLarge or DailyLimit.
 */
export async function createDownload(user: User, { downloadId, results }: CreateDownloadRequest, now: Date): Promise<DownloadResponse> {
  const { userId } = user;
  const ref = { userId, downloadId };
  const existing = await readArchive(ref);
  if (existing) {
    // The earlier call may have crashed between the write of the record and the start of the machine.
    if (existing.status === 'making') await startArchive(ref);
    return toDownloadResponse(existing, now);
  }
  const items = await deliveredItems(userId, results);
  const sizeBytes = items.reduce((sum, { result }) => sum + result.sizeBytes, 0);
  if (sizeBytes > downloadBytesMax) throw new AppError('DownloadTooLarge', { details: { sizeBytes } });
  return withinDailyLimit(user, 'download', now, async () => {
    const archive: Archive = { ...ref, status: 'making', done: 0, fileName: zipFileName(kindOf(items), now), files: filesOf(items, now) };
    await writeArchive(archive);
    await startArchive(ref);
    return toDownloadResponse(archive, now);
  });
}

const isVideo = ({ kind }: BatchItem) => kind === 'video';

const kindOf = (items: readonly BatchItem[]): string => {
  if (items.every(isVideo)) return 'videos';
  return items.some(isVideo) ? 'files' : 'images';
};

function fileNameOf(item: Delivered, madeAt: Date): string {
  if (item.kind !== 'edit') return (isVideo(item) ? videoFileName : imageFileName)(item.title, madeAt);
  const { contentType } = item.result;
  return editedFileName(item.title, exportFormats.find((one) => contentType === `image/${one}`) ?? item.settings.exportFormat, madeAt);
}

/** A download of a single result uses the same file names. */
function filesOf(items: readonly Delivered[], now: Date): Archive['files'] {
  const madeAt = (item: BatchItem) => new Date(item.endedAt ?? now);
  const names = uniqueNames(items.map((item) => fileNameOf(item, madeAt(item))));
  return items.map((item, index) => ({ key: item.result.key, name: names[index] ?? `${index}`, madeAt: madeAt(item).toISOString() }));
}
