/** Crops real clips, and decodes and measures the results. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Demuxer } from 'node-av/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cropClip } from '#lambdas/video/crop-clip.ts';
import { createAmbientPad } from '#local/demo/clips/ambient-pad.ts';
import { decodeClip } from '#local/demo/clips/decode-clip.test-support.ts';
import { encodeClip } from '#local/demo/clips/encode-clip.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const files = temporaryFolder('crop');
afterAll(() => files.remove());
const fileAt = (name: string) => join(files.path, name);

const width = 360;
const height = 640;
const frameCount = 48;

/** Each fifth of the height has another grey value. So the pixels of a cropped clip show the position of the crop. */
const greys = [60, 100, 140, 180, 220];
function frame(): Buffer {
  const i420 = Buffer.alloc((width * height * 3) / 2, 128);
  for (let y = 0; y < height; y++) i420.fill(greys[Math.floor((5 * y) / height)] ?? 0, y * width, (y + 1) * width);
  return i420;
}

beforeAll(async () => {
  const source = { width, height, frameCount, frameAt: frame };
  await encodeClip({ ...source, file: fileAt('silent.mp4') });
  await encodeClip({ ...source, file: fileAt('sounding.mp4'), pad: createAmbientPad(7, 2) });
  const clipBytes = readFileSync(fileAt('sounding.mp4'));
  const positions = (await soundPackets(fileAt('sounding.mp4'))).map(({ position }) => position);
  writeFileSync(fileAt('between.mp4'), clipBytes.subarray(0, positions[Math.floor(positions.length / 2)]));
  const media = clipBytes.indexOf('mdat') + 4;
  writeFileSync(fileAt('overwritten.mp4'), Buffer.from(clipBytes).fill(0xa5, media, media + 2000));
});

async function soundPackets(file: string): Promise<{ data: string; position: number }[]> {
  await using clip = await Demuxer.open(file);
  const packets: { data: string; position: number }[] = [];
  const sound = clip.audio();
  if (!sound) return packets;
  for await (using packet of clip.packets(sound.index)) {
    if (packet) packets.push({ data: packet.data?.toString('hex') ?? '', position: Number(packet.pos) });
  }
  return packets;
}

describe('a crop', () => {
  test.each([
    ['silent.mp4', { x: 0, y: 140, width: 360, height: 360 }],
    ['sounding.mp4', { x: 0, y: 140, width: 360, height: 360 }],
    ['sounding.mp4', { x: 100, y: 0, width: 122, height: 640 }],
    ['silent.mp4', { x: 2, y: 2, width: 64, height: 98 }],
  ])('a crop of %s at %j shows the correct area for the full duration', async (name, crop) => {
    const output = fileAt(`cropped-${name}`);
    await cropClip(fileAt(name), output, crop);
    const [original, cropped] = [await decodeClip(fileAt(name)), await decodeClip(output)];
    expect(cropped).toMatchObject({
      codec: 'h264',
      pixelFormat: 'yuv420p',
      width: crop.width,
      height: crop.height,
      frames: frameCount,
      seconds: original.seconds,
      framesPerSecond: original.framesPerSecond,
      colour: { space: 'bt709', primaries: 'bt709', transfer: 'bt709', range: 'limited' },
    });
    expect((await soundPackets(output)).map(({ data }) => data)).toEqual((await soundPackets(fileAt(name))).map(({ data }) => data));
    for (const y of [4, Math.floor(crop.height / 2), crop.height - 5]) {
      const [croppedPixel, originalPixel] = [cropped.rgbAt(10, y), original.rgbAt(10 + crop.x, y + crop.y)];
      for (const [channel, value] of croppedPixel.entries())
        expect(Math.abs(value - (originalPixel[channel] ?? Number.NaN))).toBeLessThan(5);
    }
    const bytes = readFileSync(output);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });
});

describe('a failed crop', () => {
  const square = { x: 0, y: 140, width: 360, height: 360 };
  test.each<[string, () => string, typeof square]>([
    ['for a file that is not a clip', () => writeFile('text.mp4', Buffer.from('not a clip')), square],
    ['for an empty file', () => writeFile('empty.mp4', Buffer.alloc(0)), square],
    ['for a missing file', () => fileAt('nothing.mp4'), square],
    ['for a truncated clip', () => writeFile('half.mp4', readFileSync(fileAt('sounding.mp4')).subarray(0, 2000)), square],
    ['for a clip truncated within a frame', () => writeFile('part.mp4', readFileSync(fileAt('sounding.mp4')).subarray(0, -700)), square],
    ['for a clip truncated between two frames', () => fileAt('between.mp4'), square],
    ['for a clip with overwritten frames', () => fileAt('overwritten.mp4'), square],
    ['if the crop begins outside the clip', () => fileAt('silent.mp4'), { ...square, y: -2 }],
    ['if the crop has an odd side', () => fileAt('silent.mp4'), { ...square, width: 359 }],
    ['if the crop has an odd position', () => fileAt('silent.mp4'), { ...square, y: 141 }],
    ['if the crop is empty', () => fileAt('silent.mp4'), { ...square, height: 0 }],
    ['if the crop is not a number', () => fileAt('silent.mp4'), { ...square, height: Number.NaN }],
    ['if the crop ends outside the clip', () => fileAt('silent.mp4'), { ...square, y: 300 }],
    ['if the crop is larger than the clip', () => fileAt('silent.mp4'), { ...square, width: 400 }],
  ])('a crop fails %s, and leaves no output file', async (_, input, crop) => {
    const output = fileAt('never.mp4');
    await expect(cropClip(input(), output, crop)).rejects.toMatchObject({ code: 'CropFailed' });
    expect(existsSync(output)).toBe(false);
  });

  function writeFile(name: string, bytes: Buffer): string {
    writeFileSync(fileAt(name), bytes);
    return fileAt(name);
  }
});
