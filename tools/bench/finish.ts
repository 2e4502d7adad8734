/**
 * Measures how long the product needs to reduce a clip of 16 Mbit/s to 5 MB. Compares this time with the ffmpeg command with the same
 * steps. Also measures the similarity of the pictures.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finishVideo } from '#lambdas/finish/finish-video.ts';
import { measureVideo } from '#lambdas/media/probe/measure-video.ts';
import type { Plan, VideoStep } from '#shared/marketplaces/plan.ts';
import { planFinish } from '#shared/marketplaces/plan-finish.ts';
import { placementOf } from '#shared/marketplaces/rules.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { findTool } from './find-tool.ts';
import { measurePeakMb, median } from './measure.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

const roundCount = 3;
const placement = placementOf('tiktok-shop.listing-video');
const sample = fileURLToPath(new URL('../../web/public/samples/hat-cute-pose.mp4', import.meta.url));

/** Without ffmpeg, there is no source clip and no comparison. */
export async function runFinishBenchmark(report: Report): Promise<void> {
  const ffmpeg = findTool('ffmpeg', 'ffmpeg');
  if (!ffmpeg) return;
  const folder = temporaryFolder('bench-finish');
  const at = (name: string) => join(folder.path, name);
  try {
    makeSource(ffmpeg, at('source.mp4'));
    const productMs: number[] = [];
    const ffmpegMs: number[] = [];
    for (let round = 0; round < roundCount; round++) {
      const startedAt = performance.now();
      const plan = await finish(at('source.mp4'), at('product.mp4'));
      const finishedAt = performance.now();
      productMs.push(finishedAt - startedAt);
      finishWithFfmpeg(ffmpeg, { source: at('source.mp4'), output: at('ffmpeg.mp4'), stats: at('stats') }, plan);
      ffmpegMs.push(performance.now() - finishedAt);
    }
    report('finish.p50_ms', roundTo(median(productMs), 0), 'ms');
    report('finish.vs_ffmpeg_cli_ratio', roundTo(median(productMs) / median(ffmpegMs)), 'ratio');
    report('finish.ssim', similarity(ffmpeg, at('product.mp4'), at('source.mp4')), 'ratio');
    report('finish.peak_mb', await measurePeakMb(import.meta.filename, at('source.mp4')), 'MB');
  } finally {
    folder.remove();
  }
}

async function finish(source: string, output: string): Promise<Plan> {
  const probe = await measureVideo(source);
  const plan = planFinish(probe, placement);
  if (plan.kind === 'refusal') throw new Error(`The plan is refused: ${plan.reason}`);
  const readPhoto = () => Promise.reject(new Error('There is no card'));
  const finished = await finishVideo({ result: source, probe, readPhoto }, plan, placement, output);
  if ('kind' in finished) throw new Error(`The file is refused: ${finished.reason} ${finished.field}`);
  return plan;
}

function run(ffmpeg: string, options: string[]): string {
  const { status, stderr } = spawnSync(ffmpeg, ['-y', ...options], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ffmpeg failed: ${stderr}`);
  return stderr;
}

/** Makes a clip of eight seconds in 1080p with sound. A little grain makes the clip as large as a generated video. */
function makeSource(ffmpeg: string, file: string): void {
  const picture = ['-stream_loop', '2', '-i', sample];
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'];
  const rate = ['-b:v', '16M', '-minrate', '16M', '-maxrate', '16M', '-bufsize', '16M', '-x264-params', 'nal-hrd=cbr'];
  const video = ['-vf', 'scale=1080:1920,noise=alls=3:allf=t', '-c:v', 'libx264', '-preset', 'superfast', '-pix_fmt', 'yuv420p', ...rate];
  run(ffmpeg, [...picture, ...sound, '-map', '0:v', '-map', '1:a', '-t', '8', ...video, '-c:a', 'aac', '-b:a', '128k', file]);
}

type Files = { source: string; output: string; stats: string };

/** The product measures the loudness of the source and of the result, and encodes in two passes. */
function finishWithFfmpeg(ffmpeg: string, { source, output, stats }: Files, { steps }: Plan): void {
  const encode = (steps as VideoStep[]).find((step) => step.kind === 'encode');
  if (!encode) throw new Error('The plan has no encode step');
  const video = ['-c:v', 'libx264', '-preset', 'medium', '-profile:v', 'high', '-b:v', String(encode.videoBitrate), '-passlogfile', stats];
  const measure = (file: string) => run(ffmpeg, ['-i', file, '-vn', '-af', 'ebur128', '-f', 'null', '-']);
  measure(source);
  run(ffmpeg, ['-i', source, ...video, '-pass', '1', '-an', '-f', 'null', '-']);
  const sound = ['-c:a', 'aac', '-b:a', String(encode.audio?.bitrate ?? 0)];
  run(ffmpeg, ['-i', source, ...video, '-pass', '2', ...sound, '-movflags', '+faststart', output]);
  measure(output);
}

/** Returns the structural similarity of all pictures: 1 for equal pictures. */
function similarity(ffmpeg: string, one: string, other: string): number {
  const text = run(ffmpeg, ['-i', one, '-i', other, '-lavfi', '[0:v][1:v]ssim', '-f', 'null', '-']);
  return roundTo(Number(/All:([\d.]+)/.exec(text)?.[1]), 4);
}

if (process.argv[2] === '--alone' && process.argv[3]) await finish(process.argv[3], `${process.argv[3]}.alone.mp4`);
