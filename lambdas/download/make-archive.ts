/** Packs results into one archive. The function streams the data from S3 to S3, so that it needs little memory. */
import * as z from 'zod';
import { AppError } from '#shared/errors.ts';
import { type Archive, type ArchiveId, archiveKey, readArchive, writeArchive } from '../store/archives.ts';
import { openObject } from '../store/object-writer.ts';
import { streamObject } from '../store/objects.ts';
import { zipTo } from '../store/zip-object.ts';

export const archiveRef = z.object({ userId: z.string(), downloadId: z.string() });

/** The function can run twice. Each run writes the whole archive, and the archive of the last run remains. */
export async function makeArchive(ref: ArchiveId): Promise<void> {
  const archive = await readArchive(ref);
  if (!archive) throw new AppError('DownloadNotFound');
  if (archive.status === 'ready') return;
  await packFiles(archive, (done) => writeArchive({ ...archive, status: 'making', done }));
  await writeArchive({ ...archive, status: 'ready', done: archive.files.length });
}

/** Records the failure of an archive. */
export async function giveUpArchive(ref: ArchiveId): Promise<void> {
  const archive = await readArchive(ref);
  if (archive && archive.status !== 'ready') await writeArchive({ ...archive, status: 'failed' });
}

async function packFiles(archive: Archive, onFile: (done: number) => Promise<void>): Promise<void> {
  const zip = zipTo(await openObject(archiveKey(archive), 'application/zip'));
  for (const [index, { key, name, madeAt }] of archive.files.entries()) {
    await zip.add(name, madeAt, await streamObject(key));
    await onFile(index + 1);
  }
  await zip.finish();
}
