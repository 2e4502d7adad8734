/** Checks a few files without the command FFmpeg. tests/media/planted-files.test.ts has the full list. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkFile } from '#lambdas/check/check-file.ts';
import { openDecoder, openMedia } from '#lambdas/media/open-media.ts';
import { encodeClip } from '#local/demo/clips/encode-clip.ts';
import { cleanImages, faultyImages } from '../../fixtures/planted-images.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [width, height, frameCount] = [144, 256, 60];
type Luma = (x: number, y: number, n: number) => number;
const moving: Luma = (x, y, n) => 60 + ((x * 3 + y * 5 + n * 7) % 150);

async function clip(name: string, luma: Luma): Promise<string> {
  const file = join(folder, `${name}.mp4`);
  const frameAt = (n: number) => {
    const frame = Buffer.alloc((width * height * 3) / 2, 128);
    for (let offset = 0; offset < width * height; offset++) frame[offset] = luma(offset % width, Math.floor(offset / width), n);
    return frame;
  };
  await encodeClip({ file, width, height, frameCount, frameAt });
  return file;
}

const report = (file: string) => checkFile(file, AbortSignal.timeout(30_000));
async function reportOn(bytes: Buffer) {
  const file = join(folder, 'file');
  await writeFile(file, bytes);
  return report(file);
}

test.each<[string, Luma, string[]]>([
  ['a clean video', moving, []],
  ['a video with bars', (x, y, n) => (y < 32 || y >= 224 ? 16 : moving(x, y, n)), ['bars']],
  ['a video with a black start', (x, y, n) => (n < 3 ? 16 : moving(x, y, n)), ['blackStart']],
  ['a video with a black end', (x, y, n) => (n > 56 ? 16 : moving(x, y, n)), ['blackEnd']],
  ['a video that stops', (x, y, n) => moving(x, y, Math.min(n, 15)), ['freeze']],
])('%s has these findings: %#', async (name, luma, findings) => {
  expect(await report(await clip(name.replaceAll(' ', '-'), luma))).toMatchObject({
    findings,
    probe: {
      kind: 'video',
      container: 'mp4',
      codec: 'h264',
      width,
      height,
      seconds: 2.5,
      frameRate: 24,
      variableFrameRate: false,
      audio: false,
    },
  });
});

test('a file that cannot be measured has a problem', async () => {
  const bytes = await readFile(await clip('whole', moving));
  const middle = Math.floor(bytes.length / 2);
  const damaged = Buffer.concat([bytes.subarray(0, middle), Buffer.alloc(bytes.length - middle)]);
  expect(await reportOn(bytes.subarray(0, middle))).toEqual({ problem: 'truncated' });
  expect(await reportOn(damaged)).toEqual({ problem: 'damaged' });
  expect(await reportOn(Buffer.alloc(0))).toEqual({ problem: 'empty' });
  expect(await reportOn(Buffer.from('<!doctype html><title>Not found</title>'))).toEqual({ problem: 'notMedia' });
  expect(await reportOn(Buffer.from('#EXTM3U\nfile:///etc/hostname\n'))).toEqual({ problem: 'notMedia' });
});

test('a video whose header names another codec gets no decoder', async () => {
  const file = join(folder, 'renamed.mp4');
  const bytes = await readFile(await clip('h264', moving));
  await writeFile(file, Buffer.from(bytes.toString('latin1').replaceAll('avc1', 'jpeg'), 'latin1'));
  await using input = await openMedia(file, 'mov');
  const [stream] = input.streams;
  if (!stream) throw new Error('The video has no stream');
  expect(() => openDecoder(stream)).toThrow('The decoder mjpeg is not enabled');
  expect(await report(file)).toEqual({ problem: 'unsupported' });
});

test('the picture of a video that needs more time than the limit is not measured', async () => {
  const file = await clip('slow', moving);
  const late = await checkFile(file, AbortSignal.abort());
  expect(late).toMatchObject({ probe: { seconds: 2.5, variableFrameRate: false }, findings: [] });
  expect(Object.keys('probe' in late ? late.probe : {})).not.toContain('bars');
});

test.each([cleanImages[0], ...faultyImages.filter(({ name }) => ['rotated 4', 'transparent 1', 'display-p3 0'].includes(name))])(
  'the image $name has its findings',
  async (image) => {
    expect(await reportOn((await image?.make()) ?? Buffer.alloc(0))).toMatchObject({ findings: image?.findings, probe: { kind: 'image' } });
  },
);
