/**
 * Writes a ZIP file to storage, file by file, so that it needs little memory. The files are stored without compression, because videos and
 * pictures are already compressed. The checksum of each file is written after the file.
 */
import { Zip, ZipPassThrough } from 'fflate';
import type { ObjectWriter } from './object-writer.ts';

export type ZipWriter = {
  add(name: string, madeAt: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  /** Completes the file and returns its size. */
  finish(): Promise<number>;
};

export function zipTo(writer: ObjectWriter): ZipWriter {
  const zip = new Zip();
  // The library calls `ondata` synchronously and in order. The pieces are collected here until they can be written to storage.
  let pieces: Uint8Array[] = [];
  let failure: Error | undefined;
  let sizeBytes = 0;
  zip.ondata = (error, piece) => {
    if (error) failure = error;
    else pieces.push(piece);
  };
  const writePieces = async () => {
    if (failure) throw failure;
    const ready = pieces;
    pieces = [];
    for (const piece of ready) {
      sizeBytes += piece.length;
      await writer.write(piece);
    }
  };
  return {
    async add(name, madeAt, chunks) {
      const entry = new ZipPassThrough(name);
      entry.mtime = madeAt;
      zip.add(entry);
      for await (const chunk of chunks) {
        entry.push(chunk);
        await writePieces();
      }
      entry.push(new Uint8Array(), true);
      await writePieces();
    },
    async finish() {
      zip.end();
      await writePieces();
      await writer.finish();
      return sizeBytes;
    },
  };
}
