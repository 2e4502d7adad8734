/** Packs results into one archive, from storage to storage: what comes in goes out, and little of it is ever held. */
import { Zip, ZipPassThrough } from 'fflate';
import * as z from 'zod';
import { AppError } from '#shared/errors.ts';
import { type Archive, type ArchiveName, openArchive, readArchive, writeArchive } from '../store/archives.ts';
import { streamObject } from '../store/media.ts';

export const archiveRef = z.object({ userId: z.string(), downloadId: z.string() });

/** May be run twice: it is written anew, and the last that is finished stands. */
export async function makeArchive(name: ArchiveName): Promise<void> {
  const archive = await readArchive(name);
  if (!archive) throw new AppError('DownloadNotFound');
  if (archive.status === 'ready') return;
  await packed(archive, (done) => writeArchive({ ...archive, status: 'making', done }));
  await writeArchive({ ...archive, status: 'ready', done: archive.files.length });
}

/** Says of an archive that it could not be made. */
export async function giveUpArchive(name: ArchiveName): Promise<void> {
  const archive = await readArchive(name);
  if (archive && archive.status !== 'ready') await writeArchive({ ...archive, status: 'failed' });
}

/** Videos and pictures are compressed already: each is taken over as it is, and its sum comes after it. */
async function packed(archive: Archive, onFile: (done: number) => Promise<void>): Promise<void> {
  const writer = await openArchive(archive);
  const zip = new Zip();
  // The library hands on, at once and in order, whatever it is given; storage takes it when it can.
  let pieces: Uint8Array[] = [];
  let failure: Error | undefined;
  zip.ondata = (error, piece) => {
    if (error) failure = error;
    else pieces.push(piece);
  };
  const handOn = async () => {
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
      await handOn();
    }
    entry.push(new Uint8Array(), true);
    await handOn();
    await onFile(index + 1);
  }
  zip.end();
  await handOn();
  await writer.finish();
}
