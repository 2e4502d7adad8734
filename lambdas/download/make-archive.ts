/** Packs results into one archive. The function streams the data from S3 to S3, so that it needs little memory. */
import { Zip, ZipPassThrough } from 'fflate';
import * as z from 'zod';
import { AppError } from '#shared/errors.ts';
import { type Archive, type ArchiveId, archiveKey, readArchive, writeArchive } from '../store/archives.ts';
import { streamObject } from '../store/media.ts';
import { openObject } from '../store/object-writer.ts';

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

/**
 * Stores files without compression, because videos and pictures are already compressed. The checksum of each file is written after the
 * file.
 */
async function packFiles(archive: Archive, onFile: (done: number) => Promise<void>): Promise<void> {
  const writer = await openObject(archiveKey(archive), 'application/zip');
  const zip = new Zip();
  // The library calls `ondata` synchronously and in order. The pieces are collected here until they can be written to storage.
  let pieces: Uint8Array[] = [];
  let failure: Error | undefined;
  zip.ondata = (error, piece) => {
    if (error) failure = error;
    else pieces.push(piece);
  };
  const writePieces = async () => {
    if (failure) throw failure;
    const ready = pieces;
    pieces = [];
    for (const piece of ready) await writer.write(piece);
  };
  for (const [index, { key, name, madeAt }] of archive.files.entries()) {
    const entry = new ZipPassThrough(name);
    entry.mtime = madeAt;
    zip.add(entry);
    for await (const chunk of await streamObject(key)) {
      entry.push(chunk);
      await writePieces();
    }
    entry.push(new Uint8Array(), true);
    await writePieces();
    await onFile(index + 1);
  }
  zip.end();
  await writePieces();
  await writer.finish();
}
