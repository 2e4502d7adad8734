/**
 * Measures how long the crop function needs to crop an eight-second clip with sound to a square. Compares this time with the ffmpeg command
 * with the same settings.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { cropClip } from '#lambdas/video/crop-clip.ts';
import { createAmbientPad } from '#local/demo/clips/ambient-pad.ts';
import { encodeClip, framesPerSecond } from '#local/demo/clips/encode-clip.ts';
import { planFrame } from '#shared/video/strategy.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { findTool } from './find-tool.ts';
import { measurePeakMb, median } from './measure.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

const roundCount = 5;
const seconds = 8;
const { frame, final } = planFrame({ photo: { width: 1080, height: 1080 }, aspectRatio: '1:1', model: 'veo3', resolution: '1080p' });

export async function runCropBenchmark(report: Report): Promise<void> {
  const folder = temporaryFolder('bench-crop');
  try {
    const clip = join(folder.path, 'clip.mp4');
    await makeClip(clip);
    const ffmpeg = findTool('ffmpeg', 'ffmpeg');
    const productMs: number[] = [];
    const ffmpegMs: number[] = [];
    for (let round = 0; round < roundCount; round++) {
      const startedAt = performance.now();
      await cropClip(clip, join(folder.path, 'product.mp4'), final);
      const croppedAt = performance.now();
      productMs.push(croppedAt - startedAt);
      if (ffmpeg) cropWithFfmpeg(ffmpeg, clip, join(folder.path, 'ffmpeg.mp4'));
      ffmpegMs.push(performance.now() - croppedAt);
    }
    report('crop.p50_ms', roundTo(median(productMs), 0), 'ms');
    if (ffmpeg) report('crop.vs_ffmpeg_cli_ratio', roundTo(median(productMs) / median(ffmpegMs)), 'ratio');
    report('crop.peak_mb', await measurePeakMb(import.meta.filename, clip), 'MB');
  } finally {
    folder.remove();
  }
}

function cropWithFfmpeg(ffmpeg: string, clip: string, output: string): void {
  const crop = `crop=${final.width}:${final.height}:${final.x}:${final.y},setsar=1,format=yuv420p`;
  const colours = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];
  const video = ['-vf', crop, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', ...colours];
  const { status, stderr } = spawnSync(ffmpeg, ['-y', '-i', clip, ...video, '-c:a', 'copy', '-movflags', '+faststart', output], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`ffmpeg failed: ${stderr}`);
}

/** Makes a clip with sound. The picture is a moving pattern, so that the encoder must process motion and edges. */
async function makeClip(file: string): Promise<void> {
  const { width, height } = frame;
  const picture = Buffer.alloc((width * height * 3) / 2, 128);
  await encodeClip({
    file,
    width,
    height,
    frameCount: seconds * framesPerSecond,
    pad: createAmbientPad(1, seconds),
    frameAt: (n) => {
      for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) picture[y * width + x] = 40 + ((((x + n) * (y + 2 * n)) >> 9) % 180);
      return picture;
    },
  });
}

if (process.argv[2] === '--alone' && process.argv[3]) await cropClip(process.argv[3], `${process.argv[3]}.alone.mp4`, final);
