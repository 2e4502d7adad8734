/**
 * Adds the digital source type to a file as XMP data, without decoding the file. Many programs read XMP, but not content credentials
 * (https://www.iptc.org/std/photometadata/specification/IPTC-PhotoMetadata#digital-source-type). The places of XMP in each format are in
 * https://developer.adobe.com/xmp/docs/XMPSpecifications/, part 3.
 */
import { appendFile, open, readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

export type SignedFormat = 'video/mp4' | 'image/jpeg' | 'image/png' | 'image/webp';

/** Writes the source type into a file, unless the file already has it. @throws Error if the structure does not match the format. */
export async function addSourceType(file: string, format: SignedFormat, sourceType: string): Promise<void> {
  const packet = xmpPacket(sourceType);
  if (format === 'video/mp4') return appendBox(file, packet);
  const bytes = await readFile(file);
  if (!bytes.includes(propertyName)) await writeFile(file, insertInto[format](bytes, packet));
}

const propertyName = 'Iptc4xmpExt:DigitalSourceType';

const xmpPacket = (sourceType: string): Buffer =>
  Buffer.from(
    [
      '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
      '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
      ` ${propertyName}="${sourceType}"/>`,
      '</rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
    ].join(''),
  );

/** The box of XMP data in files of the ISO base media file format. */
const boxId = Buffer.from('BE7ACFCB97A942E89C71999491E3AFAC', 'hex');

/** The box is the last one, so that no position of a frame changes and the file is not loaded into memory. */
async function appendBox(file: string, packet: Buffer): Promise<void> {
  const length = uint32(8 + boxId.length + packet.length);
  const box = Buffer.concat([length, Buffer.from('uuid'), boxId, packet]);
  if (!(await endsWith(file, box))) await appendFile(file, box);
}

async function endsWith(file: string, expected: Buffer): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size < expected.length) return false;
    const end = Buffer.alloc(expected.length);
    await handle.read(end, 0, end.length, size - end.length);
    return end.equals(expected);
  } finally {
    await handle.close();
  }
}

const insertInto: Record<Exclude<SignedFormat, 'video/mp4'>, (bytes: Buffer, packet: Buffer) => Buffer> = {
  'image/jpeg': insertIntoJpeg,
  'image/png': insertIntoPng,
  'image/webp': insertIntoWebp,
};

const startOfImage = Buffer.from([0xff, 0xd8]);
const jpegIdentifier = Buffer.from('http://ns.adobe.com/xap/1.0/\0');

/** The segment follows the start of the image. If there is a JFIF segment, it must stay the first one. */
function insertIntoJpeg(bytes: Buffer, packet: Buffer): Buffer {
  assertStart(bytes, startOfImage, 'JPEG');
  const hasJfif = bytes[2] === 0xff && bytes[3] === 0xe0;
  const position = hasJfif ? 4 + bytes.readUInt16BE(4) : 2;
  const content = Buffer.concat([jpegIdentifier, packet]);
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1]), uint16(content.length + 2), content]);
  return Buffer.concat([bytes.subarray(0, position), segment, bytes.subarray(position)]);
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The signature, and the chunk IHDR with its length, type, 13 bytes and checksum. */
const pngHeaderLength = 8 + 4 + 4 + 13 + 4;

/** The chunk follows the header. It is an international text that is not compressed. */
function insertIntoPng(bytes: Buffer, packet: Buffer): Buffer {
  assertStart(bytes, pngSignature, 'PNG');
  const content = Buffer.concat([Buffer.from('iTXt'), Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), packet]);
  const chunk = Buffer.concat([uint32(content.length - 4), content, uint32(crc32(content))]);
  return Buffer.concat([bytes.subarray(0, pngHeaderLength), chunk, bytes.subarray(pngHeaderLength)]);
}

const extendedFlags = { xmp: 0x04, alpha: 0x10 };

/** XMP needs the extended form of WebP (https://developers.google.com/speed/webp/docs/riff_container). */
function insertIntoWebp(bytes: Buffer, packet: Buffer): Buffer {
  assertStart(bytes, Buffer.from('RIFF'), 'WebP');
  const chunks = webpChunks(bytes.subarray(12));
  const [first] = chunks;
  if (!first) throw new Error('The WebP file has no chunks');
  const extended = first.type === 'VP8X' ? Buffer.from(first.content) : extendedHeader(first);
  extended[0] = (extended[0] ?? 0) | extendedFlags.xmp;
  const others = first.type === 'VP8X' ? chunks.slice(1) : chunks;
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    ...[{ type: 'VP8X', content: extended }, ...others, { type: 'XMP ', content: packet }].map(webpChunk),
  ]);
  return Buffer.concat([Buffer.from('RIFF'), uint32Little(body.length), body]);
}

type Chunk = { type: string; content: Buffer };

function webpChunks(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let position = 0; position + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(position + 4);
    chunks.push({ type: bytes.toString('latin1', position, position + 4), content: bytes.subarray(position + 8, position + 8 + length) });
    position += 8 + length + (length % 2);
  }
  return chunks;
}

const webpChunk = ({ type, content }: Chunk): Buffer =>
  Buffer.concat([Buffer.from(type, 'latin1'), uint32Little(content.length), content, Buffer.alloc(content.length % 2)]);

/** Returns the content of the chunk VP8X for a simple file, with the size from the header of its only frame. */
function extendedHeader({ type, content }: Chunk): Buffer {
  if (type !== 'VP8 ' && type !== 'VP8L') throw new Error(`The WebP file starts with the unknown chunk ${type}`);
  const header = Buffer.alloc(10);
  // A lossless frame starts with one byte, and then has 14 bits for each side and one bit for its alpha channel.
  const bits = type === 'VP8L' ? content.readUInt32LE(1) : 0;
  const [width, height] =
    type === 'VP8L'
      ? [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
      : [content.readUInt16LE(6) & 0x3fff, content.readUInt16LE(8) & 0x3fff];
  if ((bits >>> 28) & 1) header[0] = extendedFlags.alpha;
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  return header;
}

function assertStart(bytes: Buffer, start: Buffer, format: string): void {
  if (!bytes.subarray(0, start.length).equals(start)) throw new Error(`The file is not a ${format}`);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function uint32Little(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
