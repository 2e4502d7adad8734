/** Tests the selection of the camera move, its path, and the motion in the rendered picture. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languageTags } from '#shared/languages.ts';
import { animationStyles } from '#shared/video/styles.ts';
import { cameraMoveFor, type MoveName, requestedMove } from './camera-moves.ts';
import { type DecodedClip, decodeClip } from './decode-clip.test-support.ts';
import { type Motion, motionBetween } from './motion.test-support.ts';
import { dataUrl } from './photo.test-support.ts';
import { startRender } from './render-process.ts';

const prompts: Record<MoveName, string[]> = {
  'push-in': ['Slow push in on the mug', 'zooms gently in', 'The camera moves closer'],
  'pull-out': ['Pull out slowly', 'zoom-out', 'dolly back from the shoe'],
  'pan-left': ['Pan left', 'pans slowly to the left', 'The camera glides to the left'],
  'pan-right': ['Panning right across the shelf', 'camera moves right'],
  'pan-up': ['Tilt up', 'pan upwards', 'The camera rises'],
  'pan-down': ['tilts slowly down', 'Crane down'],
  sway: ['The bag sways on its stand', 'gentle side to side motion', 'handheld feel'],
  bounce: ['The hat hops', 'a playful bounce'],
  rock: ['The shoe rocks gently'],
  orbit: ['Orbit around the bottle', 'subtle parallax', 'circling around the shoe'],
  'hold-still': ['Hold still', 'static shot of a hat', 'Do not zoom', "Don't move the camera", 'no camera movement'],
};

describe('a prompt selects the camera move', () => {
  test.each(Object.entries(prompts))('the move %s is selected if the prompt describes it', (name, movePrompts) => {
    expect(movePrompts.map(requestedMove)).toEqual(movePrompts.map(() => name));
  });

  test.each([
    'A mug on a table',
    'A Pandora bracelet, leftover confetti',
    'A frying pan on the left burner',
    'Zoomy the dog pans for gold',
    'An uprising panorama, orbiter and swayback',
    'Still life with fruit',
  ])('the prompt "%s" selects no move', (prompt) => {
    expect(requestedMove(prompt)).toBeUndefined();
    expect(cameraMoveFor(prompt, 3).viewAt(1)).toEqual(cameraMoveFor('push in', 3).viewAt(1));
  });

  test.each<[string, MoveName]>([
    ['Tilt up, then pan left', 'pan-up'],
    ['Pan left, then tilt up', 'pan-left'],
    ['Pan right past the left shoe', 'pan-right'],
    ['Do not zoom in, pan left instead', 'pan-left'],
    ['No zoom. The camera orbits.', 'orbit'],
  ])('the prompt "%s" selects the first move', (prompt, name) => {
    expect(requestedMove(prompt)).toBe(name);
  });
});

test.each(languageTags)('in the language %s, the prompt of each animation style of the page selects a different move', (language) => {
  const texts = JSON.parse(readFileSync(new URL(`../../../locales/${language}/common.json`, import.meta.url), 'utf8'));
  const moves = animationStyles.map(({ id }) => requestedMove(texts.video.style[id].prompt));
  expect(moves).toEqual(['rock', 'sway', 'bounce', 'orbit']);
});

describe.each(Object.keys(prompts) as MoveName[])('the path of %s', (name) => {
  const prompt = prompts[name][0]!;
  const seeds = [-5, 0, 1, 7, 2 ** 31 - 1];

  test('the path never leads outside the photo', () => {
    for (const { viewAt } of seeds.map((seed) => cameraMoveFor(prompt, seed))) {
      for (let n = 0; n <= 200; n++) {
        const { left, top, scale } = viewAt(n / 200);
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(-1e-12);
        expect(Math.max(left, top) + scale).toBeLessThanOrEqual(1 + 1e-12);
      }
    }
  });

  test('the path has a speed of zero at its start and at its end', () => {
    const { viewAt } = cameraMoveFor(prompt, 3);
    const speedAt = (progress: number) => {
      const [earlier, later] = [viewAt(progress - 0.001), viewAt(progress + 0.001)];
      return Math.hypot(later.left - earlier.left, later.top - earlier.top, later.scale - earlier.scale);
    };
    const fastest = Math.max(...[0.1, 0.2, 0.3, 0.4, 0.5].map(speedAt));
    expect(speedAt(0.001)).toBeLessThanOrEqual(0.02 * fastest);
    expect(speedAt(0.999)).toBeLessThanOrEqual(0.02 * fastest);
  });

  test('the same seed always gives the same path, and another seed gives a slightly different path if the camera moves', () => {
    expect(cameraMoveFor(prompt, 3).viewAt(0.4)).toEqual(cameraMoveFor(prompt, 3).viewAt(0.4));
    const paths = new Set(seeds.map((seed) => JSON.stringify(cameraMoveFor(prompt, seed).viewAt(0.4))));
    expect(paths.size).toBe(name === 'hold-still' ? 1 : seeds.length);
  });
});

/** The expected motion of the picture from the first to the last frame. If the camera moves left, the picture moves right. */
const noChange = [-0.01, 0.01] as const;
type Expected = Record<keyof Motion, readonly [low: number, high: number]>;
const noMovement: Expected = { shiftX: noChange, shiftY: noChange, stretchX: noChange, stretchY: noChange, skew: noChange };
/** The target of a zoom is not exactly in the middle, so a zoom also shifts the picture slightly. */
const smallShift = [-0.025, 0.025] as const;
const motionAtEnd: Record<MoveName, Expected> = {
  'push-in': { ...noMovement, shiftX: smallShift, shiftY: smallShift, stretchX: [0.09, 0.16], stretchY: [0.09, 0.16] },
  'pull-out': { ...noMovement, shiftX: smallShift, shiftY: smallShift, stretchX: [-0.14, -0.08], stretchY: [-0.14, -0.08] },
  'pan-left': { ...noMovement, shiftX: [0.22, 0.36] },
  'pan-right': { ...noMovement, shiftX: [-0.36, -0.22] },
  'pan-up': { ...noMovement, shiftY: [0.22, 0.36] },
  'pan-down': { ...noMovement, shiftY: [-0.36, -0.22] },
  sway: noMovement,
  bounce: noMovement,
  rock: noMovement,
  orbit: { ...noMovement, shiftX: [-0.29, -0.18], stretchX: [0.05, 0.12], stretchY: [0.05, 0.12] },
  'hold-still': noMovement,
};
/** The expected motion in the first half of the clip. Only some moves have this check. */
const motionAtHalf: Partial<Record<MoveName, Expected>> = {
  'push-in': { ...noMovement, shiftX: smallShift, shiftY: smallShift, stretchX: [0.04, 0.08], stretchY: [0.04, 0.08] },
  'pan-left': { ...noMovement, shiftX: [0.11, 0.18] },
  rock: { ...noMovement, shiftX: smallShift, shiftY: smallShift, stretchX: [0.09, 0.16], stretchY: [0.09, 0.16] },
  'hold-still': noMovement,
};

const [width, height] = [320, 180];
const seconds = 2;
const frameCount = 48;

/** Returns a photo with soft spots of two sizes at random places, so that each block matches in only one place. */
async function photoWithRandomSpots(): Promise<string> {
  let state = 1;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return state & 255;
  };
  const noise = (columns: number, rows: number) => {
    const levels = Buffer.from(Array.from({ length: columns * rows * 3 }, next));
    return sharp(levels, { raw: { width: columns, height: rows, channels: 3 } })
      .resize({ width: 960, height: 540, fit: 'fill', kernel: 'cubic' })
      .png()
      .toBuffer();
  };
  const [coarse, fine] = [await noise(24, 14), await noise(96, 54)];
  const fineHalf = await sharp(fine).ensureAlpha(0.4).png().toBuffer();
  return dataUrl(
    'image/png',
    await sharp(coarse)
      .composite([{ input: fineHalf }])
      .png()
      .toBuffer(),
  );
}

describe('the rendered picture', () => {
  const directory = mkdtempSync(join(tmpdir(), 'fal-moves-'));
  let photoUrl: string;
  beforeAll(async () => {
    photoUrl = await photoWithRandomSpots();
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const renderClip = async (name: MoveName, seed: number): Promise<DecodedClip> => {
    const file = join(directory, `${name}-${seed}.mp4`);
    const job = { photoUrl, prompt: prompts[name][0]!, seed, seconds, longSide: width, shortSide: height } as const;
    const outcome = await startRender({ ...job, aspectRatio: 'auto', generateAudio: false, isStill: false, file }).outcome;
    expect(outcome).toEqual({ status: 'rendered' });
    return decodeClip(file, { keepLuma: true });
  };
  const expectMotion = (motion: Motion, expected: Expected, moment: string) => {
    for (const [part, [low, high]] of Object.entries(expected)) {
      const value = motion[part as keyof Motion];
      expect(value, `${part} ${moment}`).toBeGreaterThanOrEqual(low);
      expect(value, `${part} ${moment}`).toBeLessThanOrEqual(high);
    }
  };

  test.each(Object.keys(prompts) as MoveName[])('the rendered picture shows the motion of %s, without jumps', async (name) => {
    const { frameDifferences, lumaOf } = await renderClip(name, 7);
    expectMotion(motionBetween(lumaOf(0), lumaOf(frameCount - 1)), motionAtEnd[name], 'at the end');
    const middle = motionAtHalf[name];
    if (middle) expectMotion(motionBetween(lumaOf(0), lumaOf(frameCount / 2)), middle, 'halfway');
    if (name === 'hold-still') {
      for (const step of frameDifferences) expect(step).toBeLessThan(0.5);
      return;
    }
    const fastest = Math.max(...frameDifferences);
    for (const end of [frameDifferences[0]!, frameDifferences.at(-1)!]) expect(end).toBeLessThan(0.3 * fastest);
    for (let n = 1; n < frameDifferences.length - 1; n++) {
      expect(Math.abs(frameDifferences[n]! - (frameDifferences[n - 1]! + frameDifferences[n + 1]!) / 2), `step ${n}`).toBeLessThan(
        0.2 * fastest,
      );
    }
  });

  test('the rendered picture of an orbit moves to one side, and then by the same distance to the other side', async () => {
    const { lumaOf } = await renderClip('sway', 3);
    const shifts = Array.from({ length: frameCount }, (_, n) => n)
      .filter((n) => n % 4 === 3)
      .map((n) => motionBetween(lumaOf(0), lumaOf(n)).shiftX);
    const [lowest, highest] = [Math.min(...shifts), Math.max(...shifts)];
    expect(lowest).toBeLessThan(-0.04);
    expect(highest).toBeGreaterThan(0.04);
    expect(Math.abs(lowest + highest)).toBeLessThan(0.02);
    expect(shifts.indexOf(lowest)).toBeLessThan(shifts.indexOf(highest));
  });

  test('the rendered picture has identical frames for the same seed', async () => {
    const [clip, sameClip] = [await renderClip('orbit', 5), await renderClip('orbit', 5)];
    for (let n = 0; n < frameCount; n++) expect(clip.lumaOf(n).data.equals(sameClip.lumaOf(n).data)).toBe(true);
  });
});
