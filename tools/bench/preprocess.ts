/**
 * Measures how long the product needs to prepare a 24-megapixel photo for the model. Compares this time with the same steps in ImageMagick.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { decode } from '#lambdas/batch/ingest-photo.ts';
import { renderFrame } from '#lambdas/video/frame-image.ts';
import { planFrame } from '#shared/video/strategy.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { findTool } from './find-tool.ts';
import { measurePeakMb, median } from './measure.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

const roundCount = 5;
const size = { width: 6000, height: 4000 };
/**
 * The model does not support this ratio. So the product pads the photo and later crops the video. This is the most expensive preparation.
 */
const aspectRatio = '3:2';

export async function runPreprocessBenchmark(report: Report): Promise<void> {
  const folder = temporaryFolder('bench-preprocess');
  try {
    const file = join(folder.path, 'photo.jpg');
    writeFileSync(file, await makeLargePhoto());
    const convert = findTool('convert', 'imagemagick');
    const productMs: number[] = [];
    const imageMagickMs: number[] = [];
    // The two measurements alternate, so that other load on the machine affects both in the same way.
    for (let round = 0; round < roundCount; round++) {
      productMs.push(await measureMs(() => preprocess(file)));
      if (convert) imageMagickMs.push(await measureMs(() => preprocessWithImageMagick(convert, file, folder.path)));
    }
    report('preprocess.p50_ms', roundTo(median(productMs), 0), 'ms');
    if (convert) report('preprocess.vs_imagemagick_ratio', roundTo(median(productMs) / median(imageMagickMs)), 'ratio');
    report('preprocess.peak_mb', await measurePeakMb(import.meta.filename, file), 'MB');
  } finally {
    folder.remove();
  }
}

/** Runs both steps for a photo: decodes it, and renders it into its frame. */
async function preprocess(file: string): Promise<void> {
  const { jpeg, size: photo } = await decode(readFileSync(file));
  await renderFrame(jpeg, planFrame({ photo, aspectRatio, model: 'veo3', resolution: '1080p' }));
}

/**
 * Makes the same two pictures with ImageMagick. The first picture is rotated to its correct orientation, has no metadata, and has at most
 * 3840 pixels on a side. The second picture is the scaled photo on a blurred background. Both pictures have JPEG quality 92.
 */
async function preprocessWithImageMagick(convert: string, file: string, directory: string): Promise<void> {
  const { frame, photo } = planFrame({ photo: size, aspectRatio, model: 'veo3', resolution: '1080p' });
  const ingested = join(directory, 'ingested.jpg');
  const jpeg = ['-quality', '92', '-sampling-factor', '4:4:4'];
  runTool(convert, [file, '-auto-orient', '-strip', '-resize', '3840x3840>', ...jpeg, ingested]);
  const background = ['(', '+clone', '-resize', '12.5%', '-resize', `${frame.width / 8}x${frame.height / 8}!`, '-blur', '0x9'];
  runTool(convert, [
    ingested,
    ...['-resize', `${photo.width}x${photo.height}!`],
    ...[...background, '-resize', `${frame.width}x${frame.height}!`, ')', '+swap'],
    ...['-geometry', `+${photo.x}+${photo.y}`, '-composite', ...jpeg, join(directory, 'frame.jpg')],
  ]);
}

function runTool(tool: string, parameters: string[]): void {
  const { status, stderr } = spawnSync(tool, parameters, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${tool} failed: ${stderr}`);
}

async function measureMs(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Makes a JPEG of about 8 MB with soft shapes and grain. The result is always the same. */
async function makeLargePhoto(): Promise<Buffer> {
  const tile = 500;
  const grain = Buffer.alloc(tile * tile * 3);
  let state = 1;
  for (let n = 0; n < grain.length; n++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    grain[n] = 118 + (state >>> 27);
  }
  return sharp(makeGradient(), { raw: { width: gradientSide, height: gradientSide, channels: 3 } })
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .composite([{ input: grain, raw: { width: tile, height: tile, channels: 3 }, tile: true, blend: 'soft-light' }])
    .jpeg({ quality: 93, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

const gradientSide = 64;

/**
 * Makes a round gradient in raw RGB that is light in the middle. The gradient is not an SVG, because the decoders of the product reject
 * SVG.
 */
function makeGradient(): Buffer {
  const [light, dark] = [
    [232, 180, 140],
    [64, 80, 112],
  ] as const;
  const pixels = Buffer.alloc(gradientSide * gradientSide * 3);
  for (let n = 0; n < gradientSide * gradientSide; n++) {
    const [x, y] = [(n % gradientSide) / gradientSide - 0.5, Math.floor(n / gradientSide) / gradientSide - 0.5];
    const share = Math.min(1, 2 * Math.hypot(x, y));
    for (const channel of [0, 1, 2] as const) pixels[n * 3 + channel] = light[channel] + share * (dark[channel] - light[channel]);
  }
  return pixels;
}

if (process.argv[2] === '--alone' && process.argv[3]) await preprocess(process.argv[3]);
