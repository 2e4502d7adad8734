/** Reads the order of the boxes of an MP4 file (ISO/IEC 14496-12). If `moov` is first, a player can start before it has the whole file. */
import { open } from 'node:fs/promises';

/** Maximum number of boxes. A file of ours has about five boxes. A damaged file can contain any number. */
const boxesMax = 1000;
const headerBytes = 16;

/** Returns undefined if the file has no index or no media data, because such a file is not a plain MP4 file. */
export async function isMoovAtStart(path: string): Promise<boolean | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    let moovOffset: number | undefined;
    let dataOffset: number | undefined;
    for (let offset = 0, count = 0; offset + 8 <= size && count < boxesMax; count++) {
      const header = Buffer.alloc(headerBytes);
      await file.read(header, 0, headerBytes, offset);
      const type = header.toString('latin1', 4, 8);
      if (type === 'moov') moovOffset ??= offset;
      if (type === 'mdat') dataOffset ??= offset;
      if (moovOffset !== undefined && dataOffset !== undefined) return moovOffset < dataOffset;
      const length = boxLength(header, size - offset);
      if (length < 8) return undefined;
      offset += length;
    }
    return undefined;
  } finally {
    await file.close();
  }
}

/** A length of 1 means that the length has 64 bits and follows the type. A length of 0 means that the box is the last one. */
function boxLength(header: Buffer, remainingBytes: number): number {
  const length = header.readUInt32BE(0);
  if (length === 0) return remainingBytes;
  return length === 1 ? Number(header.readBigUInt64BE(8)) : length;
}
