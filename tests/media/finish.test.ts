/**
 * Makes files for all placements from the sample clips and images of the repository, and checks each file with an independent checker. If
 * no file can be made, the refusal must be in the list. These tests need ffprobe and ffmpeg, and fail without them.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finishImage } from '#lambdas/finish/finish-image.ts';
import { finishVideo } from '#lambdas/finish/finish-video.ts';
import { measureImage } from '#lambdas/media/probe/measure-image.ts';
import { measureVideo } from '#lambdas/media/probe/measure-video.ts';
import { createCache } from '#local/base/cache.ts';
import { defaultPreferences } from '#shared/marketplaces/plan.ts';
import { planFinish } from '#shared/marketplaces/plan-finish.ts';
import type { VideoProbe } from '#shared/marketplaces/probe.ts';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import { placementOf } from '#shared/marketplaces/rules.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { requireTools, ruleFile, run, violations } from './independent-checker.ts';

const files = temporaryFolder('finish');
afterAll(() => files.remove());
const samples = new URL('../../web/public/samples/', import.meta.url).pathname;
const sample = (name: string) => join(samples, name);
const made = (name: string) => join(files.path, name);
const readPhoto = async () => readFileSync(sample('before.jpg'));

const rulesFolder = new URL('../../shared/marketplaces/rules/', import.meta.url);
const ids = readdirSync(rulesFolder).map((name) => name.replace(/\.json$/, '') as PlacementId);
const idsOf = (kind: 'video' | 'image') => ids.filter((id) => ruleFile(id).kind === kind);

beforeAll(() => {
  requireTools();
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'];
  const length = (seconds: string) => ['-t', seconds, '-r', '24'];
  const encode = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '128k', '-movflags', '+faststart'];
  const loop = (input: string) => ['-v', 'error', '-y', '-stream_loop', '2', '-i', sample(input), ...sound, '-map', '0:v', '-map', '1:a'];
  run('ffmpeg', [...loop('hat-cute-pose.mp4'), ...length('6.1'), ...encode, '-preset', 'veryfast', '-crf', '20', made('upright.mp4')]);
  // Because of the noise, the file is larger than 5 MB.
  const noise = ['-vf', 'noise=alls=30:allf=t', '-preset', 'ultrafast', '-b:v', '12M'];
  run('ffmpeg', [...loop('shoe-step-motion.mp4'), ...length('3.1'), ...encode, ...noise, made('large.mp4')]);
  expect(statSync(made('large.mp4')).size).toBeGreaterThan(5_000_000);
  const wide = ['-vf', 'crop=720:406,scale=1920:1080', '-preset', 'veryfast', '-crf', '22'];
  run('ffmpeg', [...loop('bag-sway-motion.mp4'), ...length('6.1'), ...encode, ...wide, made('wide.mp4')]);
  const square = ['-vf', 'crop=1080:1080', '-c:a', 'copy', '-preset', 'veryfast', '-crf', '22'];
  run('ffmpeg', ['-v', 'error', '-y', '-i', made('wide.mp4'), ...square, made('square.mp4')]);
}, 300_000);

/** The refusals of a source: the reason and the field. All other placements must pass. */
type Refusals = Partial<Record<PlacementId, string>>;
const upright: Refusals = {
  'amazon.sponsored-brands-video': 'uprightOriginal ratio',
  'amazon.dsp-video': 'uprightOriginal ratio',
};
const short: Refusals = {
  ...upright,
  'shopee.listing-video': 'tooShort seconds',
  'mercado-libre.clips': 'tooShort seconds',
  'amazon.listing-video': 'tooFewPixels width',
};
const sources: [string, () => { result: string; original?: string }, Refusals][] = [
  ...['bag-sway-motion', 'hat-cute-pose', 'shoe-step-motion', 'skincare-gentle-touch'].map(
    (name): [string, () => { result: string }, Refusals] => [`${name} of 3 s`, () => ({ result: sample(`${name}.mp4`) }), short],
  ),
  ['an upright clip of 6 s', () => ({ result: made('upright.mp4') }), { ...upright, 'amazon.listing-video': 'tooFewPixels width' }],
  ['a noisy clip of more than 5 MB', () => ({ result: made('large.mp4') }), short],
  ['a square clip with a wide original', () => ({ result: made('square.mp4'), original: made('wide.mp4') }), {}],
];

/** Each source is measured only once, because a measurement decodes the whole sound. */
const probes = createCache<VideoProbe>();

async function measureSource({ result, original }: { result: string; original?: string }): Promise<VideoProbe> {
  const probe = await measureVideo(result);
  if (!original) return probe;
  const { width = 0, height = 0 } = await measureVideo(original);
  return { ...probe, original: { width, height } };
}

describe.each(sources)('%s', (name, sourceOf, refusals) => {
  test.each(idsOf('video'))(
    'the file for %s passes the independent checker, or has the listed refusal',
    { timeout: 300_000 },
    async (id) => {
      const source = sourceOf();
      const probe = await probes(source.result, () => measureSource(source));
      const plan = planFinish(probe, placementOf(id));
      if (plan.kind === 'refusal') return expect(`${plan.reason} ${plan.field}`).toBe(refusals[id]);
      expect(refusals[id]).toBeUndefined();
      const output = made(`${name}-${id}.mp4`.replaceAll(/[ /]/g, '-'));
      const finished = await finishVideo({ ...source, probe, readPhoto }, plan, placementOf(id), output);
      expect(finished).not.toHaveProperty('kind');
      expect(violations(output, ruleFile(id))).toEqual([]);
    },
  );
});

/**
 * Photos in a scene, on a plain grey background and on white. A photo in a scene has no white background. To get one, the product must
 * first be cut out.
 */
const pictures = ['before.jpg', 'after.jpg', 'hero.jpg', 'input.jpg', 'bag-on-white.avif', 'bag-on-wood.avif', 'bag-on-marble.avif'];
const imageRefusals = ['needsCutOut', 'tooFewPixels', 'notMeasured', 'productWouldBeCut', 'notRepairable'];

describe.each(pictures)('the image %s', (name) => {
  test.each(idsOf('image'))(
    'the file for %s passes the independent checker, or the refusal names a rule',
    { timeout: 120_000 },
    async (id) => {
      const bytes = await readPicture(name);
      const probe = { ...(await measureImage(bytes)), aiMade: false };
      const plan = planFinish(probe, placementOf(id), { ...defaultPreferences, image: { shadow: 'keep', mayEnlarge: true } });
      const finished = plan.kind === 'refusal' ? plan : await finishImage(bytes, plan, placementOf(id));
      if ('kind' in finished) {
        expect(imageRefusals).toContain(finished.reason);
        return expect(finished.rule).toBeDefined();
      }
      const output = made(`${name}-${id}.${finished.probe.format}`);
      writeFileSync(output, finished.bytes);
      expect(violations(output, ruleFile(id))).toEqual([]);
    },
  );
});

/** Older versions of ffmpeg cannot read AVIF files, so these pictures become PNG files first. */
async function readPicture(name: string): Promise<Buffer> {
  const bytes = readFileSync(sample(name));
  return name.endsWith('.avif') ? sharp(bytes).png().toBuffer() : bytes;
}

/** A placement with a maximum file size. */
const capped = (bytesMax: number): Placement => {
  const placement = placementOf('tiktok-shop.listing-video-sea');
  return {
    ...placement,
    rules: placement.rules.map((rule) => (rule.field === 'bytes' ? { ...rule, max: bytesMax } : rule)) as Placement['rules'],
  };
};
const caps = Array.from({ length: 40 }, (_, n) => ({ bytesMax: 150_000 + 17_500 * n, seconds: 1.5 + (n % 4) * 0.5, seed: n }));

test.each(caps)(
  'a noisy clip of $seconds s has at most $bytesMax bytes, and at least 90 % of this limit',
  async ({ bytesMax, seconds, seed }) => {
    const input = made(`cap-${seed}.mp4`);
    const pattern = `testsrc2=size=216x384:rate=24:duration=${seconds},noise=alls=${20 + seed}:allf=t:all_seed=${seed + 1}`;
    run('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-f',
      'lavfi',
      '-i',
      pattern,
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-b:v',
      '9M',
      '-minrate',
      '9M',
      '-maxrate',
      '9M',
      '-bufsize',
      '9M',
      '-pix_fmt',
      'yuv420p',
      input,
    ]);
    const probe = await measureVideo(input);
    expect(probe.bytes).toBeGreaterThan(bytesMax);
    const plan = planFinish(probe, capped(bytesMax));
    if (plan.kind === 'refusal') throw new Error(`The plan is refused: ${plan.reason}`);
    const output = made(`cap-${seed}.out.mp4`);
    expect(await finishVideo({ result: input, probe, readPhoto }, plan, capped(bytesMax), output)).not.toHaveProperty('kind');
    const { size } = statSync(output);
    expect(size).toBeLessThanOrEqual(bytesMax);
    expect(size).toBeGreaterThanOrEqual(0.9 * bytesMax);
  },
);
