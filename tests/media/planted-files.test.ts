/** Checks files with one intentional fault each, and files without a fault. The command FFmpeg makes the videos during the test. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Demuxer } from 'node-av/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkFile } from '#lambdas/check/check-file.ts';
import { openDecoder, openMedia } from '#lambdas/media/open-media.ts';
import type { FileReport } from '#shared/check/api.ts';
import { cleanImages, faultyImages, type PlantedImage, unreadableImages } from '../fixtures/planted-images.ts';
import { cleanVideos, faultyVideos, otherVideos, type PlantedVideo, unreadableVideos } from '../fixtures/planted-videos.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'planted-'));
/** Maximum time for the report of a file. */
const fileMs = 30_000;

beforeAll(() => {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
  } catch (cause) {
    throw new Error('This test needs the command ffmpeg, which is not installed', { cause });
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function makeVideo({ options, copyOptions, change }: PlantedVideo, file: string): Promise<void> {
  await run('ffmpeg', ['-v', 'error', '-y', ...options, file]);
  if (copyOptions) {
    await run('ffmpeg', ['-v', 'error', '-y', '-i', file, ...copyOptions, `${file}.copy`]);
    await rename(`${file}.copy`, file);
  }
  if (change) await writeFile(file, change(await readFile(file)));
}

const files = [
  ...[...cleanVideos, ...faultyVideos, ...otherVideos, ...unreadableVideos].map((one) => ({
    ...one,
    title: `video ${one.name}`,
    write: (file: string) => makeVideo(one, file),
  })),
  ...[...cleanImages, ...faultyImages, ...unreadableImages].map((one: PlantedImage) => ({
    ...one,
    title: `image ${one.name}`,
    write: async (file: string) => writeFile(file, await one.make()),
  })),
];

test('there are at least 120 files with a fault and 60 files without a fault', () => {
  expect(cleanVideos.length + cleanImages.length).toBeGreaterThanOrEqual(60);
  expect(files.length - cleanVideos.length - cleanImages.length).toBeGreaterThanOrEqual(120);
});

test.each(files)('the report of $title is correct', async ({ title, write, findings, problem, properties }) => {
  const file = join(folder, title.replaceAll(/\W/g, '-'));
  await write(file);
  const report = await checkFile(file, AbortSignal.timeout(fileMs));
  await rm(file);
  expect(summaryOf(report)).toEqual(problem ? { problem } : { findings: [...findings].sort() });
  if ('probe' in report) expectProperties(report.probe, properties ?? {});
});

/** FFmpeg sets the pixel format of these codecs only after it has decoded a frame. */
const notDecoded = -1;

test.each([
  ['mjpeg', 'matroska'],
  ['prores', 'mov'],
] as const)('a valid video that needs the decoder %s is refused before any frame is decoded', async (codec, format) => {
  const file = join(folder, codec);
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=s=320x240:d=1', '-c:v', codec, '-f', format, file]);
  await using plain = await Demuxer.open(file, { format });
  expect(plain.streams[0]?.codecpar.format).not.toBe(notDecoded);
  await using input = await openMedia(file, format);
  const [stream] = input.streams;
  if (!stream) throw new Error('The video has no stream');
  expect(stream.codecpar.format).toBe(notDecoded);
  expect(() => openDecoder(stream)).toThrow(`The decoder ${codec} is not enabled`);
  expect(await checkFile(file, AbortSignal.timeout(fileMs))).toEqual({ problem: 'unsupported' });
});

const summaryOf = (report: FileReport) => ('problem' in report ? report : { findings: report.findings.toSorted() });

/** The allowed differences: two points for a fill share, half a unit for a loudness, and 1 % for any other number. */
const toleranceOf = (name: string, expected: number): number => (name === 'fillShare' ? 0.02 : name === 'loudness' ? 0.5 : 0.01 * expected);

function expectProperties(probe: object, properties: object): void {
  for (const [name, expected] of Object.entries(properties)) {
    const value = (probe as Record<string, unknown>)[name];
    if (typeof expected !== 'number') expect({ [name]: value }).toEqual({ [name]: expected });
    else expect(Math.abs(Number(value) - expected), `${name} is ${value}`).toBeLessThanOrEqual(toleranceOf(name, expected));
  }
}
