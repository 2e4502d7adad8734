/**
 * Writes a ZIP file to storage, file by file, so that it needs little memory. The files are stored without compression, because videos and
 * pictures are already compressed. The checksum of each file is written after the file.
 */
import { crc32 } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import type { ObjectWriter } from './object-writer.ts';

export type ZipWriter = {
  add(name: string, madeAt: string, chunks: AsyncIterable<Uint8Array<ArrayBuffer>> | Iterable<Uint8Array<ArrayBuffer>>): Promise<void>;
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
      const entry: ZipInputFile = { filename: name, mtime: madeAt, compression: 0, size: 0, crc: 0 };
      zip.add(entry);
      const push = async (chunk: Uint8Array<ArrayBuffer>, isLast: boolean) => {
        // With the checksum code of the library, the checksum would take a third of the run time of the function.
        entry.crc = crc32(chunk, entry.crc);
        entry.size += chunk.length;
        entry.ondata?.(null, chunk, isLast);
        await writePieces();
      };
      for await (const chunk of chunks) await push(chunk, false);
      await push(new Uint8Array(), true);
    },
    async finish() {
      zip.end();
      await writePieces();
      await writer.finish();
      return sizeBytes;
    },
  };
}
