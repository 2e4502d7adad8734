/**
 * Lists the files of a ZIP archive. Only the directory is read. Each file is unpacked when it is needed, so that an archive of some
 * gigabytes needs little memory (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT).
 */
import { SheetError } from './sheet-error.ts';

export type ZipEntry = {
  /** The path in the archive, with `/`. */
  name: string;
  sizeBytes: number;
  /** @throws Error if the file is damaged or larger than its declared size. */
  open(): Promise<Blob>;
};

const entriesMax = 20_000;
const directoryBytesMax = 32 * 1024 * 1024;
/** Compression makes a text at most about 1,000 times smaller. A file with a larger ratio is an attack that tries to fill the memory. */
const ratioMax = 1_100;
const endBytes = 22;
const commentBytesMax = 65_535;
const zip64 = 0xffff_ffff;

const signatures = { end: 0x0605_4b50, end64: 0x0606_4b50, locator64: 0x0706_4b50, entry: 0x0201_4b50, file: 0x0403_4b50 } as const;

const viewOf = async (file: Blob, from: number, to: number): Promise<DataView> => new DataView(await file.slice(from, to).arrayBuffer());

/**
 * @returns the files, and the number of files that are left out because their name or their compression method is not safe.
 * @throws SheetError
 */
export async function readZip(file: Blob): Promise<{ entries: ZipEntry[]; skipped: number }> {
  const { offset, size, count } = await findDirectory(file);
  if (count > entriesMax || size > directoryBytesMax || offset + size > file.size) throw new SheetError('unsafe_zip');
  const view = await viewOf(file, offset, offset + size);
  const records = parseDirectory(view, count);
  // The files of an honest archive do not overlap.
  if (records.reduce((sum, { packedBytes }) => sum + packedBytes, 0) > file.size) throw new SheetError('unsafe_zip');
  for (const { sizeBytes, packedBytes } of records) if (sizeBytes > ratioMax * packedBytes + 1024) throw new SheetError('unsafe_zip');
  const files = records.filter(({ name }) => !name.endsWith('/') && !isSystemFile(name));
  const entries = files
    .filter(isSafe)
    .map((record) => ({ name: record.name, sizeBytes: record.sizeBytes, open: () => unpack(file, record) }));
  return { entries, skipped: files.length - entries.length };
}

async function findDirectory(file: Blob): Promise<{ offset: number; size: number; count: number }> {
  const tailStart = Math.max(0, file.size - endBytes - commentBytesMax);
  const tail = await viewOf(file, tailStart, file.size);
  for (let at = tail.byteLength - endBytes; at >= 0; at--) {
    if (tail.getUint32(at, true) !== signatures.end) continue;
    const end = { count: tail.getUint16(at + 10, true), size: tail.getUint32(at + 12, true), offset: tail.getUint32(at + 16, true) };
    return end.offset === zip64 || end.count === 0xffff ? findLargeDirectory(file, tailStart + at) : end;
  }
  throw new SheetError('unreadable');
}

/** Archives above 4 GB have an additional end record (ZIP64) before the normal end record. */
async function findLargeDirectory(file: Blob, endAt: number) {
  const locator = await viewOf(file, Math.max(0, endAt - 20), endAt);
  if (locator.byteLength < 20 || locator.getUint32(0, true) !== signatures.locator64) throw new SheetError('unreadable');
  const at = Number(locator.getBigUint64(8, true));
  const record = await viewOf(file, at, at + 56);
  if (record.byteLength < 56 || record.getUint32(0, true) !== signatures.end64) throw new SheetError('unreadable');
  return {
    count: Number(record.getBigUint64(32, true)),
    size: Number(record.getBigUint64(40, true)),
    offset: Number(record.getBigUint64(48, true)),
  };
}

type ZipRecord = { name: string; method: number; isEncrypted: boolean; packedBytes: number; sizeBytes: number; offset: number };

function parseDirectory(view: DataView, count: number): ZipRecord[] {
  const records: ZipRecord[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== signatures.entry) throw new SheetError('unreadable');
    const flags = view.getUint16(at + 8, true);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ];
    const end = at + 46 + nameLength + extraLength + commentLength;
    if (end > view.byteLength) throw new SheetError('unreadable');
    const sizes = {
      packedBytes: view.getUint32(at + 20, true),
      sizeBytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    records.push({
      name: nameOf(view, at + 46, nameLength),
      method: view.getUint16(at + 10, true),
      isEncrypted: (flags & 1) === 1,
      ...largeSizes(view, at + 46 + nameLength, extraLength, sizes),
    });
    at = end;
  }
  return records;
}

function nameOf(view: DataView, at: number, length: number): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, length);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

type Sizes = Pick<ZipRecord, 'packedBytes' | 'sizeBytes' | 'offset'>;

/** If a 32-bit size has the largest possible value, the real size is a 64-bit number in an extra field. Reads these numbers. */
function largeSizes(view: DataView, start: number, length: number, sizes: Sizes): Sizes {
  for (let at = start; at + 4 <= start + length; ) {
    const [id, size] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (id === 1) {
      let field = at + 4;
      const read = (value: number): number => {
        if (value !== zip64 || field + 8 > at + 4 + size || field + 8 > view.byteLength) return value;
        field += 8;
        return Number(view.getBigUint64(field - 8, true));
      };
      const sizeBytes = read(sizes.sizeBytes);
      const packedBytes = read(sizes.packedBytes);
      return { sizeBytes, packedBytes, offset: read(sizes.offset) };
    }
    at += 4 + size;
  }
  return sizes;
}

const isSystemFile = (name: string): boolean =>
  name.startsWith('__MACOSX/') || /(^|\/)(\.[^./\\][^/]*|thumbs\.db|desktop\.ini)$/i.test(name);

/** A safe file has a relative path without `..`, is stored or deflated, and has no password. */
const isSafe = ({ name, method, isEncrypted }: ZipRecord): boolean =>
  (method === 0 || method === 8) &&
  !isEncrypted &&
  !/^([/\\]|[a-z]:)/i.test(name) &&
  !name.split(/[/\\]/).includes('..') &&
  !/\p{Cc}/u.test(name);

async function unpack(file: Blob, { offset, packedBytes, sizeBytes, method }: ZipRecord): Promise<Blob> {
  const header = await viewOf(file, offset, offset + 30);
  if (header.byteLength < 30 || header.getUint32(0, true) !== signatures.file) throw new Error('The archive is damaged');
  const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = file.slice(start, start + packedBytes);
  if (method === 0) return packed;
  let unpackedBytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      unpackedBytes += chunk.length;
      if (unpackedBytes > sizeBytes) controller.error(new Error('The file is larger than its declared size'));
      else controller.enqueue(chunk);
    },
  });
  const stream = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).pipeThrough(limit);
  return new Response(stream).blob();
}
