/**
 * Compares the lengths of the boxes in an MP4 file with the length of the file (ISO/IEC 14496-12). In a truncated file, the end of the file
 * is inside a box.
 */
import { type FileHandle, open } from 'node:fs/promises';

/** Maximum number of boxes at the top level. A usual file has about five boxes, but a damaged file can contain any number. */
const boxesMax = 1000;
const headerBytes = 16;

type Box = { type: string; offset: number; length: number; headerLength: number };

/** Reads the boxes between two offsets. The header of a box can state more bytes than the file has. The list ends at a damaged header. */
async function* boxesIn(file: FileHandle, from: number, to: number): AsyncGenerator<Box> {
  for (let offset = from, count = 0; offset < to && count < boxesMax; count++) {
    const header = Buffer.alloc(headerBytes);
    const { bytesRead } = await file.read(header, 0, headerBytes, offset);
    const short = header.readUInt32BE(0);
    const length = short === 0 ? to - offset : short === 1 ? Number(header.readBigUInt64BE(8)) : short;
    const headerLength = short === 1 ? headerBytes : 8;
    const box = { type: header.toString('latin1', 4, 8), offset, length: bytesRead < 8 ? Number.POSITIVE_INFINITY : length, headerLength };
    yield box;
    if (box.length < headerLength) return;
    offset += box.length;
  }
}

async function withFile<Value>(path: string, read: (file: FileHandle, size: number) => Promise<Value>): Promise<Value> {
  const file = await open(path);
  try {
    return await read(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

/** Returns true if a box should have more bytes than the file contains, or if the file has no index. */
export const isTruncated = (path: string): Promise<boolean> =>
  withFile(path, async (file, size) => {
    let hasIndex = false;
    for await (const { type, offset, length } of boxesIn(file, 0, size)) {
      if (length < 8 || offset + length > size) return true;
      hasIndex ||= type === 'moov' || type === 'moof';
    }
    return !hasIndex;
  });

/** Returns the length in the header (box `mvhd`), or undefined for a file without this box. */
export const headerSecondsOf = (path: string): Promise<number | undefined> =>
  withFile(path, async (file, size) => {
    const moov = await findBox(file, 'moov', 0, size);
    const mvhd = moov && (await findBox(file, 'mvhd', moov.offset + moov.headerLength, moov.offset + moov.length));
    if (!mvhd) return undefined;
    const body = Buffer.alloc(32);
    await file.read(body, 0, body.length, mvhd.offset + mvhd.headerLength);
    // Version 1 stores the dates and the length with 8 bytes, version 0 with 4 bytes.
    const isLong = body[0] === 1;
    const unitsPerSecond = body.readUInt32BE(isLong ? 20 : 12);
    const length = isLong ? Number(body.readBigUInt64BE(24)) : body.readUInt32BE(16);
    return length > 0 && unitsPerSecond > 0 ? length / unitsPerSecond : undefined;
  });

async function findBox(file: FileHandle, type: string, from: number, to: number): Promise<Box | undefined> {
  for await (const box of boxesIn(file, from, to)) if (box.type === type) return box;
  return undefined;
}
