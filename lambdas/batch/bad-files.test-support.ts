/** Files that a caller can upload as a photo by mistake or as an attack. Each file has an expected result: a size, or an error code. */
import { once } from 'node:events';
import { crc32, createDeflate } from 'node:zlib';
import sharp from 'sharp';
import type { ErrorCode } from '#shared/errors.ts';
import type { Size } from '#shared/size.ts';

export type BadFile = {
  name: string;
  make(): Promise<Buffer>;
  /** The type that the file name suggests. */
  contentType: string;
  outcome: { size: Size } | { refusal: ErrorCode };
};

const whiteCanvas = { channels: 3 as const, background: '#fff' };
const blankImage = (width: number, height: number) =>
  sharp({ create: { width, height, ...whiteCanvas }, limitInputPixels: width * height });

const imageSide = 8192;
const gifSize = { width: 160, height: 120 };
const jpeg = 'image/jpeg';
const png = 'image/png';

export const testFiles: BadFile[] = [
  {
    name: 'a JPEG truncated near its start',
    make: async () => (await noiseJpeg(1000, 1000)).subarray(0, 3000),
    contentType: jpeg,
    outcome: { refusal: 'ImageUnreadable' },
  },
  {
    name: 'a JPEG of 24 megapixels truncated just before its end',
    make: async () => {
      const file = await noiseJpeg(6000, 4000);
      return file.subarray(0, Math.floor(file.length * 0.95));
    },
    contentType: jpeg,
    outcome: { refusal: 'ImageUnreadable' },
  },
  {
    name: 'a PNG that unpacks to 50,000 × 50,000 pixels',
    make: () => bilevelPng(50_000, 50_000),
    contentType: png,
    outcome: { refusal: 'ImageDimensions' },
  },
  {
    name: 'a PNG that claims 50,000 × 50,000 pixels but contains one row',
    make: () => bilevelPng(50_000, 50_000, 1),
    contentType: png,
    outcome: { refusal: 'ImageDimensions' },
  },
  {
    name: 'a PNG that claims 8192 × 8192 pixels but contains one row',
    make: () => bilevelPng(imageSide, imageSide, 1),
    contentType: png,
    outcome: { refusal: 'ImageUnreadable' },
  },
  {
    name: 'an SVG renamed .png',
    make: async () =>
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><image href="file:///etc/passwd"/></svg>'),
    contentType: png,
    outcome: { refusal: 'ImageTypeUnsupported' },
  },
  {
    name: 'a strip of 64 × 8192 pixels',
    make: () => blankImage(64, imageSide).png().toBuffer(),
    contentType: png,
    outcome: { size: { width: 64, height: imageSide } },
  },
  {
    name: 'a strip of 63 × 8192 pixels',
    make: () => blankImage(63, imageSide).png().toBuffer(),
    contentType: png,
    outcome: { refusal: 'ImageDimensions' },
  },
  { name: 'an empty file', make: async () => Buffer.alloc(0), contentType: jpeg, outcome: { refusal: 'ImageTypeUnsupported' } },
  {
    name: 'a thousand zero bytes',
    make: async () => Buffer.alloc(1000),
    contentType: jpeg,
    outcome: { refusal: 'ImageTypeUnsupported' },
  },
  {
    name: 'a GIF of 1,000 frames',
    make: thousandFrameGif,
    contentType: 'image/gif',
    outcome: { size: gifSize },
  },
  {
    name: 'a GIF of 1,000 frames truncated after the first frame',
    make: async () => {
      const file = await thousandFrameGif();
      return file.subarray(0, Math.floor(file.length / 50));
    },
    contentType: 'image/gif',
    outcome: { size: gifSize },
  },
];

/** Creates a JPEG filled with noise tiles, so that every part must be decoded. */
async function noiseJpeg(width: number, height: number): Promise<Buffer> {
  const side = 500;
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 };
  const tile = await sharp({ create: { width: side, height: side, ...whiteCanvas, noise } })
    .png()
    .toBuffer();
  return blankImage(width, height)
    .composite([{ input: tile, tile: true }])
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** Creates a black PNG that contains `rows` rows. The PNG has one bit per pixel, so that the file is small. */
async function bilevelPng(width: number, height: number, rows = height): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = await deflateZeros(rows * (1 + Math.ceil(width / 8)));
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type), data]);
  const lengthAndChecksum = Buffer.alloc(8);
  lengthAndChecksum.writeUInt32BE(data.length, 0);
  lengthAndChecksum.writeUInt32BE(crc32(typeAndData), 4);
  return Buffer.concat([lengthAndChecksum.subarray(0, 4), typeAndData, lengthAndChecksum.subarray(4)]);
}

/** Compresses a sequence of zeros. The zeros are streamed, because hundreds of megabytes would not fit into memory. */
async function deflateZeros(length: number): Promise<Buffer> {
  const block = Buffer.alloc(1024 * 1024);
  const deflate = createDeflate({ level: 1 });
  const chunks: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (let remaining = length; remaining > 0; remaining -= block.length)
    if (!deflate.write(block.subarray(0, Math.min(remaining, block.length)))) await once(deflate, 'drain');
  deflate.end();
  await once(deflate, 'end');
  return Buffer.concat(chunks);
}

/** Creates a GIF that repeats one frame a thousand times. */
async function thousandFrameGif(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 3 };
  const singleFrameGif = await sharp({ create: { ...gifSize, ...whiteCanvas, noise } })
    .gif({ colours: 4 })
    .toBuffer();
  const palette = 3 * 2 ** (((singleFrameGif[10] ?? 0) & 7) + 1);
  const frameStart = 13 + palette;
  const frame = singleFrameGif.subarray(frameStart, -1);
  return Buffer.concat([singleFrameGif.subarray(0, frameStart), ...Array<Buffer>(1000).fill(frame), singleFrameGif.subarray(-1)]);
}
