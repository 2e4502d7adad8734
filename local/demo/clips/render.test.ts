import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DecodedClip, decodeClip } from './decode-clip.test-support.ts';
import { dataUrl, photoUrl } from './photo.test-support.ts';
import type { RenderJob } from './render-job.ts';
import { startRender } from './render-process.ts';

const directory = mkdtempSync(join(tmpdir(), 'fal-render-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let clipCount = 0;
async function render(job: Partial<RenderJob>): Promise<string> {
  const file = join(directory, `${++clipCount}.mp4`);
  const defaults = { photoUrl: await photoUrl(), prompt: 'A mug', seed: 7, aspectRatio: 'auto' } as const;
  const outcome = await startRender({
    ...defaults,
    seconds: 1,
    longSide: 320,
    shortSide: 180,
    generateAudio: false,
    isStill: false,
    ...job,
    file,
  }).outcome;
  expect(outcome).toEqual({ status: 'rendered' });
  return file;
}

describe('a clip of 8 s in 720p with sound', () => {
  let file: string;
  let clip: DecodedClip;
  beforeAll(async () => {
    file = await render({ seconds: 8, longSide: 1280, shortSide: 720, generateAudio: true });
    clip = await decodeClip(file);
  });

  test('a clip is H.264 High with the ordered size, length and frame rate', () => {
    expect(clip).toMatchObject({ codec: 'h264', profile: 'high', pixelFormat: 'yuv420p', width: 1280, height: 720, framesPerSecond: 24 });
    expect(clip.frames).toBe(192);
    expect(Math.abs(clip.seconds - 8)).toBeLessThanOrEqual(1 / 24);
  });

  test('a clip has the colour tags that match its colour matrix', () => {
    expect(clip.colour).toEqual({ space: 'bt709', primaries: 'bt709', transfer: 'bt709', range: 'limited', chroma: 'left' });
  });

  test('a clip can start before it is loaded completely', () => {
    const atoms = topAtomsOf(readFileSync(file));
    expect(atoms.indexOf('moov')).toBeGreaterThan(0);
    expect(atoms.indexOf('moov')).toBeLessThan(atoms.indexOf('mdat'));
  });

  test('a clip moves smoothly: slow at both ends, fastest in the middle, without jumps', () => {
    const { frameDifferences } = clip;
    const fastest = Math.max(...frameDifferences);
    expect(fastest).toBeGreaterThan(0.2);
    for (const end of [...frameDifferences.slice(0, 4), ...frameDifferences.slice(-4)]) expect(end).toBeLessThan(0.25 * fastest);
    const middle = frameDifferences.indexOf(fastest) / frameDifferences.length;
    expect(middle).toBeGreaterThan(0.3);
    expect(middle).toBeLessThan(0.7);
    for (let n = 1; n < frameDifferences.length - 1; n++) {
      expect(Math.abs(frameDifferences[n]! - (frameDifferences[n - 1]! + frameDifferences[n + 1]!) / 2)).toBeLessThan(0.2 * fastest);
    }
  });

  test('a clip has soft stereo sound of the same length that fades in and out', () => {
    const { sound } = clip;
    expect(sound).toMatchObject({ codec: 'aac', channels: 2, sampleRate: 48_000 });
    expect(Math.abs(sound!.seconds - 8)).toBeLessThanOrEqual(1 / 24);
    expect(sound!.levelAt(4)).toBeGreaterThan(0.01);
    expect(sound!.levelAt(0)).toBeLessThan(0.1 * sound!.levelAt(4));
    expect(sound!.levelAt(7.9)).toBeLessThan(0.1 * sound!.levelAt(4));
    expect(sound!.peak).toBeLessThan(0.3);
  });
});

test('a clip without sound has no audio track', async () => {
  expect((await decodeClip(await render({}))).sound).toBeUndefined();
});

test('colours differ from the photo by at most two levels if the player uses the colour tags', async () => {
  const bands = [
    [200, 30, 40],
    [0, 128, 128],
    [96, 120, 144],
    [250, 240, 20],
  ] as const;
  const rgb = Buffer.from(Array.from({ length: 180 }, () => bands.flatMap((band) => Array.from({ length: 80 }, () => band).flat())).flat());
  const png = await sharp(rgb, { raw: { width: 320, height: 180, channels: 3 } })
    .png()
    .toBuffer();
  const { rgbAt } = await decodeClip(await render({ photoUrl: dataUrl('image/png', png), isStill: true }));
  bands.forEach((band, index) => {
    const actual = rgbAt(40 + index * 80, 90);
    for (const channel of [0, 1, 2])
      expect(Math.abs(actual[channel]! - band[channel]!), `${band} was decoded as ${actual}`).toBeLessThanOrEqual(2);
  });
});

describe('the orientation of a clip is', () => {
  const photo = async (width: number, height: number, orientation?: number) =>
    dataUrl(
      'image/jpeg',
      await sharp({ create: { width, height, channels: 3, background: 'teal' } })
        .withMetadata({ orientation })
        .jpeg()
        .toBuffer(),
    );

  test.each<[string, number, number, number | undefined, RenderJob['aspectRatio'], string]>([
    ['landscape for a landscape photo', 400, 300, undefined, 'auto', '320x180'],
    ['portrait for a portrait photo', 300, 400, undefined, 'auto', '180x320'],
    ['portrait for a photo that is portrait because of its EXIF data', 400, 300, 6, 'auto', '180x320'],
    ['landscape for a square photo', 300, 300, undefined, 'auto', '320x180'],
    ['as ordered, even if the photo differs', 400, 300, undefined, '9:16', '180x320'],
  ])('the orientation of a clip is %s', async (_name, width, height, orientation, aspectRatio, expected) => {
    const clip = await decodeClip(await render({ photoUrl: await photo(width, height, orientation), aspectRatio, isStill: true }));
    expect(`${clip.width}x${clip.height}`).toBe(expected);
  });
});

/** Returns the names of the top-level boxes of the file, in order. */
function topAtomsOf(mp4: Buffer): string[] {
  const names: string[] = [];
  for (let offset = 0; offset < mp4.length; offset += mp4.readUInt32BE(offset)) names.push(mp4.toString('latin1', offset + 4, offset + 8));
  return names;
}
