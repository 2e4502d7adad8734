import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from './check.ts';
import {
  defaultPreferences,
  type ImageStep,
  isRefusal,
  type Plan,
  type Preferences,
  type Refusal,
  type Step,
  type VideoStep,
} from './plan.ts';
import { planFinish } from './plan-finish.ts';
import type { ImageProbe, Probe, VideoProbe } from './probe.ts';
import type { PlacementId } from './rule-files.ts';
import { placementOf, placements } from './rules.ts';
import type { Placement, Rule } from './schema.ts';

const clip: VideoProbe = {
  kind: 'video',
  container: 'mp4',
  codec: 'h264',
  profile: 'high',
  frameRate: 24,
  variableFrameRate: false,
  interlaced: false,
  seconds: 8,
  width: 1080,
  height: 1920,
  bytes: 16_000_000,
  audio: true,
  audioCodec: 'aac',
  audioBitrate: 128_000,
  audioSampleRate: 48_000,
  moovAtStart: true,
  bars: false,
  blackStart: false,
  blackEnd: false,
  freeze: false,
  silence: false,
};
const wide = { width: 1920, height: 1080 };
const square: VideoProbe = { ...clip, width: 1080, height: 1080, original: wide };
const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });

const photo: ImageProbe = {
  kind: 'image',
  format: 'jpeg',
  width: 1600,
  height: 1600,
  bytes: 900_000,
  alpha: false,
  colourProfile: 'srgb',
  rotated: false,
  aiMade: false,
  whiteBackground: true,
  fillShare: 0.9,
  product: box(80, 80, 1440, 1440),
};

const video = (change: Partial<Preferences['video']>): Preferences => ({
  ...defaultPreferences,
  video: { ...defaultPreferences.video, ...change },
});
const image = (change: Partial<Preferences['image']>): Preferences => ({
  ...defaultPreferences,
  image: { ...defaultPreferences.image, ...change },
});

const finish = (probe: Probe, id: PlacementId, preferences?: Preferences) => planFinish(probe, placementOf(id), preferences);

function planOf(probe: Probe, placement: PlacementId | Placement, preferences?: Preferences): Plan {
  const plan = planFinish(probe, typeof placement === 'string' ? placementOf(placement) : placement, preferences);
  if (isRefusal(plan)) throw new Error(`There is no plan: ${plan.reason} ${plan.field}`);
  return plan;
}

const kindsOf = (plan: Plan) => plan.steps.map(({ kind }) => kind);
function stepOf<Kind extends Step['kind']>(plan: Plan, kind: Kind) {
  return plan.steps.find((step) => step.kind === kind) as Extract<Step, { kind: Kind }>;
}
const videoEncodeOf = (plan: Plan) => stepOf(plan, 'encode') as Extract<VideoStep, { kind: 'encode' }>;
const changeOf = (plan: Plan, name: string) => plan.changes.find(({ field }) => field === name);

const placementWith = (kind: Placement['kind'], ...rules: object[]): Placement => ({
  ...placementOf('shopee.listing-video'),
  kind,
  unknown: [],
  conflicts: [],
  rules: rules.map(
    (rule) => ({ source: 'https://example.com', sourceDate: null, seenAt: '2026-11-21', grade: 'O', severity: 'refused', ...rule }) as Rule,
  ),
});

describe('a video is refused', () => {
  test.each<[string, VideoProbe, PlacementId | Placement, Preferences | undefined, Partial<Refusal>]>([
    ['if it is upright and must be wide', clip, 'amazon.sponsored-brands-video', undefined, { reason: 'uprightOriginal', field: 'ratio' }],
    [
      'if its upright original must be wide',
      { ...square, original: { width: 1080, height: 1920, product: box(500, 900, 80, 80) } },
      'amazon.sponsored-brands-video',
      undefined,
      { reason: 'uprightOriginal', field: 'ratio' },
    ],
    [
      'if the wide original has too few pixels',
      { ...square, original: { width: 1080, height: 608 } },
      'amazon.sponsored-brands-video',
      undefined,
      { reason: 'tooFewPixels', field: 'width' },
    ],
    [
      'if the crop would remove a part of the product',
      { ...square, original: { ...wide, product: box(100, 100, 1700, 800) } },
      'mercado-libre.clips',
      undefined,
      { reason: 'productWouldBeCut', field: 'ratio' },
    ],
    [
      'if it is smaller than the minimum',
      { ...clip, width: 320, height: 568, seconds: 12 },
      'mercado-libre.clips',
      undefined,
      { reason: 'tooFewPixels', field: 'width' },
    ],
    [
      'if 3 seconds must become 10',
      { ...clip, seconds: 3 },
      'shopee.listing-video',
      undefined,
      { reason: 'tooShort', field: 'seconds', value: 3 },
    ],
    [
      'if it is too short even with the two longest cards',
      { ...clip, seconds: 5.599 },
      'shopee.listing-video',
      undefined,
      { reason: 'tooShort' },
    ],
    [
      'if both directions are too short',
      { ...clip, seconds: 5 },
      'shopee.listing-video',
      video({ lengthen: 'backwards' }),
      { reason: 'tooShort' },
    ],
    [
      'if the cards would make it too long',
      { ...clip, seconds: 9.9 },
      placementWith('video', { field: 'seconds', min: 10, max: 10.5 }),
      undefined,
      { reason: 'tooLong', field: 'seconds' },
    ],
    [
      'if it is too long and may not be trimmed',
      { ...clip, seconds: 16 },
      'etsy.listing-video',
      undefined,
      { reason: 'tooLong', value: 16 },
    ],
    [
      'if its length is at an excluded end',
      { ...clip, seconds: 60, bytes: 1e6 },
      'tiktok-shop.listing-video',
      undefined,
      { reason: 'tooLong' },
    ],
    [
      'if it has bars and no original',
      { ...clip, ...wide, profile: 'main', bars: true },
      'amazon.sponsored-brands-video',
      undefined,
      { reason: 'notRepairable', field: 'bars' },
    ],
    [
      'if its first frame is black',
      { ...clip, ...wide, blackStart: true },
      'amazon.sponsored-brands-video',
      undefined,
      { reason: 'notRepairable', field: 'blackStart' },
    ],
    [
      'if its last frame is black',
      { ...clip, ...wide, blackEnd: true },
      'amazon.sponsored-brands-video',
      undefined,
      { reason: 'notRepairable', field: 'blackEnd' },
    ],
    [
      'if it has too few frames per second',
      { ...clip, ...wide, frameRate: 15 },
      'amazon.sponsored-brands-video',
      undefined,
      { reason: 'notRepairable', field: 'frameRate' },
    ],
    [
      'if it must have sound',
      { ...clip, audio: false },
      placementWith('video', { field: 'audio', is: true }),
      undefined,
      { reason: 'notRepairable', field: 'audio' },
    ],
    [
      'if it must have sound and the sound would be removed',
      { ...clip, seconds: 6 },
      placementWith('video', { field: 'audio', is: true }, { field: 'seconds', min: 10 }),
      video({ lengthen: 'backwards' }),
      { reason: 'notRepairable', field: 'audio' },
    ],
    [
      'if no allowed container can be written',
      clip,
      placementWith('video', { field: 'container', oneOf: ['webm'] }),
      undefined,
      { reason: 'notRepairable', field: 'container' },
    ],
    [
      'if no allowed codec can be written',
      clip,
      placementWith('video', { field: 'codec', oneOf: ['av1'] }),
      undefined,
      { reason: 'notRepairable', field: 'codec' },
    ],
    [
      'if the size limit leaves too few bits',
      { ...clip, seconds: 55, bytes: 110_000_000 },
      placementWith('video', { field: 'bytes', max: 200_000 }),
      undefined,
      { reason: 'bitrateTooLow', field: 'bytes', value: 110_000_000 },
    ],
    [
      'if the size limit leaves too few bits and the rules forbid a smaller size',
      { ...clip, seconds: 55, bytes: 110_000_000 },
      placementWith('video', { field: 'bytes', max: 5_000_000 }, { field: 'shortSide', min: 1080 }),
      undefined,
      { reason: 'bitrateTooLow', field: 'bytes' },
    ],
    [
      'if the smallest bit rate is above the size limit',
      clip,
      placementWith('video', { field: 'bytes', max: 1_000_000 }, { field: 'bitrate', min: 4_000_000 }),
      undefined,
      { reason: 'bitrateTooLow', field: 'bytes' },
    ],
    [
      'if its length was not measured',
      { ...clip, seconds: undefined },
      'shopee.listing-video',
      undefined,
      { reason: 'notMeasured', field: 'seconds' },
    ],
    ['if its width is zero', { ...clip, width: 0 }, 'shopee.listing-video', undefined, { reason: 'notMeasured', field: 'width' }],
  ])('a video is refused %s', (_, probe, placement, preferences, refusal) => {
    const result = planFinish(probe, typeof placement === 'string' ? placementOf(placement) : placement, preferences);
    expect(result).toMatchObject({ kind: 'refusal', ...refusal });
    if ((result as Refusal).reason !== 'notMeasured') expect((result as Refusal).rule?.field).toBe((result as Refusal).field);
  });
});

describe('a video', () => {
  test('a video that passes needs no step', () => {
    const plan = planOf(clip, 'ebay.listing-video');
    expect(plan).toEqual({ kind: 'plan', steps: [], result: clip, changes: [] });
  });

  test('a video of 8 seconds gets two cards for Shopee and then has 10.2 seconds', () => {
    const plan = planOf(clip, 'shopee.listing-video');
    expect(kindsOf(plan)).toEqual(['addCards', 'encode']);
    expect(stepOf(plan, 'addCards')).toEqual({
      kind: 'addCards',
      introSeconds: 1.2,
      outroSeconds: 1.4,
      fadeSeconds: 0.2,
      colour: '#FFFFFF',
    });
    expect(changeOf(plan, 'seconds')).toEqual({ field: 'seconds', before: 8, after: 10.2 });
    expect(plan.result.bytes).toBeLessThan(30_000_000);
  });

  test('the cards of a video have the colour that the seller chose', () => {
    expect(stepOf(planOf(clip, 'shopee.listing-video', video({ cardColour: '#7A1F3D' })), 'addCards').colour).toBe('#7A1F3D');
  });

  test.each([
    [5.6, 2.5, 2.5, 10.2],
    [7, 1.7, 1.9, 10.2],
    [9.9, 0.6, 0.8, 10.9],
  ])('a video of %d seconds gets an intro of %d and an outro of %d seconds', (seconds, introSeconds, outroSeconds, after) => {
    const plan = planOf({ ...clip, seconds }, 'shopee.listing-video');
    expect(stepOf(plan, 'addCards')).toMatchObject({ introSeconds, outroSeconds });
    expect(changeOf(plan, 'seconds')?.after).toBe(after);
  });

  test('a video is played forwards and backwards without sound if the seller prefers this', () => {
    const plan = planOf(clip, 'shopee.listing-video', video({ lengthen: 'backwards' }));
    expect(kindsOf(plan)).toEqual(['playBackwards', 'removeAudio', 'encode']);
    expect(plan.result).toMatchObject({ seconds: 16, audio: false });
    expect(videoEncodeOf(plan).audio).toBe(undefined);
  });

  test('a video is trimmed only if the seller allows it', () => {
    const plan = planOf({ ...clip, seconds: 16 }, 'etsy.listing-video', video({ mayTrim: true }));
    expect(stepOf(plan, 'trim')).toEqual({ kind: 'trim', seconds: 14.8 });
    expect(changeOf(plan, 'seconds')).toEqual({ field: 'seconds', before: 16, after: 14.8 });
  });

  test('a video of 16 MB becomes 4.8 MB for TikTok Shop', () => {
    const plan = planOf(clip, 'tiktok-shop.listing-video');
    expect(kindsOf(plan)).toEqual(['encode']);
    expect(stepOf(plan, 'encode')).toMatchObject({ passes: 2, codec: 'h264', profile: 'high', bytesMax: 5_000_000 });
    expect(changeOf(plan, 'bytes')?.before).toBe(16_000_000);
    expect((plan.result.bytes ?? 0) / 1e6).toBeCloseTo(4.8, 1);
  });

  test('a square video is cropped again from its wide original for Amazon', () => {
    const plan = planOf(square, 'amazon.sponsored-brands-video');
    expect(stepOf(plan, 'reframe').window).toEqual(box(0, 0, 1920, 1080));
    expect(plan.result).toMatchObject({ width: 1920, height: 1080, profile: 'main' });
  });

  test('a video with too few pixels is cropped again from its original, even if the placement allows its ratio', () => {
    const plan = planOf(square, 'amazon.listing-video');
    expect(stepOf(plan, 'reframe').window).toEqual(box(0, 0, 1920, 1080));
    expect(plan.result).toMatchObject({ width: 1920, height: 1080 });
    const small = { ...square, original: { width: 1200, height: 1200 } };
    expect(planFinish(small, placementOf('amazon.listing-video'))).toMatchObject({ reason: 'tooFewPixels', field: 'width' });
  });

  test('a square video is cropped to an upright video around its product, also at the edge of the original', () => {
    const product = box(1500, 200, 400, 700);
    const plan = planOf({ ...square, original: { ...wide, product } }, 'mercado-libre.clips', video({ ratio: '9:16' }));
    const { window } = stepOf(plan, 'reframe');
    expect(window).toEqual(box(1292, 0, 608, 1080));
    expect(window.left + window.width).toBeGreaterThanOrEqual(product.left + product.width);
    expect(plan.result).toMatchObject({ width: 608, height: 1080, seconds: 10.2 });
  });

  test('without a preference, a video gets the allowed ratio that keeps most of the original', () => {
    expect(planOf(square, 'mercado-libre.clips').result).toMatchObject({ width: 864, height: 1080 });
  });

  test('a video with bars is cropped again from its original', () => {
    const plan = planOf({ ...square, ...wide, bars: true }, 'amazon.sponsored-brands-video');
    expect(stepOf(plan, 'reframe').window).toEqual(box(0, 0, 1920, 1080));
    expect(plan.result).toMatchObject({ bars: false });
  });

  test('a video with too many pixels is made smaller, and the step names the rule', () => {
    const plan = planOf({ ...clip, width: 2160, height: 3840, bytes: 60_000_000 }, 'ebay.listing-video');
    expect(stepOf(plan, 'scale')).toEqual({ kind: 'scale', size: { width: 1080, height: 1920 }, because: 'longSide' });
  });

  test('a video is made smaller if the size limit leaves too few bits for its resolution', () => {
    const plan = planOf({ ...clip, seconds: 55, bytes: 110_000_000 }, 'tiktok-shop.listing-video');
    expect(stepOf(plan, 'scale')).toEqual({ kind: 'scale', size: { width: 640, height: 1138 }, because: 'bytes' });
    expect(plan.result.bytes).toBeLessThan(5_000_000);
  });

  test('a video never becomes larger than its source', () => {
    expect(kindsOf(planOf({ ...clip, width: 540, height: 960 }, 'shopee.listing-video'))).not.toContain('scale');
  });

  test.each<[string, VideoProbe, PlacementId | Placement, object]>([
    [
      'with 60 frames per second gets the highest allowed rate',
      { ...clip, ...wide, frameRate: 60 },
      'amazon.sponsored-brands-video',
      { frameRate: 30 },
    ],
    [
      'with a variable frame rate gets a constant one',
      { ...clip, variableFrameRate: true },
      'ebay.listing-video',
      { frameRate: 24, variableFrameRate: false },
    ],
    [
      'with interlaced frames becomes progressive',
      { ...clip, ...wide, interlaced: true },
      'amazon.sponsored-brands-video',
      { interlaced: false },
    ],
    ['with a forbidden codec is encoded again', { ...clip, codec: 'hevc' }, 'ebay.listing-video', { codec: 'h264' }],
    ['with a forbidden profile gets an allowed one', { ...clip, ...wide }, 'amazon.sponsored-brands-video', { profile: 'main' }],
    ['in a forbidden container gets an allowed one', { ...clip, container: 'mov' }, 'ebay.listing-video', { container: 'mp4' }],
    ['with its index at the end gets it at the start', { ...clip, moovAtStart: false }, 'ebay.listing-video', { moovAtStart: true }],
    [
      'with a low bit rate of sound gets an allowed one',
      { ...clip, ...wide, audioBitrate: 64_000 },
      'amazon.sponsored-brands-video',
      { audioBitrate: 128_000 },
    ],
    [
      'with a forbidden sample rate gets an allowed one',
      { ...clip, ...wide, audioSampleRate: 22_050 },
      'amazon.sponsored-brands-video',
      { audioSampleRate: 48_000 },
    ],
    [
      'with a forbidden codec of sound gets AAC',
      { ...clip, ...wide, audioCodec: 'opus' },
      'amazon.sponsored-brands-video',
      { audioCodec: 'aac' },
    ],
    ['loses its sound if the rule forbids it', clip, placementWith('video', { field: 'audio', is: false }), { audio: false }],
    [
      'with a low bit rate gets the lowest allowed one',
      { ...clip, ...wide, bytes: 2_000_000 },
      'amazon.dsp-video',
      { bitrate: expect.closeTo(4_080_000, -5) },
    ],
    [
      'with a high bit rate gets the highest allowed one',
      { ...clip, ...wide, bytes: 40_000_000 },
      'amazon.dsp-video',
      { bitrate: expect.closeTo(9_800_000, -5) },
    ],
  ])('a video %s', (_, probe, placement, result) => {
    const plan = planOf(probe, placement);
    expect(plan.steps.length).toBeGreaterThan(0);
    expect(plan.result).toMatchObject(result);
  });

  test('a video is copied and not encoded if only its container or its sound changes', () => {
    expect(kindsOf(planOf({ ...clip, moovAtStart: false }, 'ebay.listing-video'))).toEqual(['remux']);
    expect(kindsOf(planOf(clip, 'ebay.listing-video', video({ keepAudio: false })))).toEqual(['removeAudio', 'remux']);
  });

  test('a video gets the preferred loudness, but keeps its loudness if the difference is small', () => {
    const loud = planOf({ ...clip, loudness: -9 }, 'ebay.listing-video', video({ loudness: -16 }));
    expect(kindsOf(loud)).toEqual(['setLoudness', 'encode']);
    expect(loud.result).toMatchObject({ loudness: -16 });
    expect(planOf({ ...clip, loudness: -15.5 }, 'ebay.listing-video', video({ loudness: -16 })).steps).toEqual([]);
  });

  test('advice does not change a video', () => {
    expect(planOf({ ...clip, seconds: 12, width: 1080, height: 1080 }, 'shopee.feed-video').steps).toEqual([]);
  });
});

test('for 1,000 random clips, no plan exceeds the size limit, and each plan for a larger source uses at least 90 % of the limit', () => {
  let [planned, larger] = [0, 0];
  const megabit = 1_000_000;
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 180, noNaN: true }),
      fc.integer({ min: megabit / 5, max: 100 * megabit }),
      fc.integer({ min: 300_000, max: 300_000_000 }),
      (seconds, bitrate, max) => {
        const probe: VideoProbe = { ...clip, seconds, bytes: Math.ceil((seconds * bitrate) / 8) };
        const result = planFinish(probe, placementWith('video', { field: 'bytes', max }));
        if (isRefusal(result)) {
          expect(result).toMatchObject({ reason: 'bitrateTooLow', field: 'bytes' });
          return;
        }
        planned += 1;
        const { bytes = Number.NaN } = result.result;
        expect(bytes).toBeLessThanOrEqual(max);
        if ((probe.bytes ?? 0) <= max) return;
        larger += 1;
        expect(bytes).toBeGreaterThanOrEqual(0.9 * max);
        const { videoBitrate, audio } = videoEncodeOf(result);
        expect(((videoBitrate + (audio?.bitrate ?? 0)) * seconds) / 8).toBeLessThan(max);
      },
    ),
    { seed: 20_261_123, numRuns: 1_000 },
  );
  expect(planned).toBeGreaterThan(700);
  expect(larger).toBeGreaterThan(300);
});

describe('an image is refused', () => {
  test.each<[string, ImageProbe, PlacementId | Placement, Preferences | undefined, Partial<Refusal>]>([
    [
      'if a model made it and the marketplace wants a photo',
      { ...photo, aiMade: true },
      'amazon.main-image',
      undefined,
      { reason: 'notRepairable', field: 'aiMade' },
    ],
    [
      'if its background must be white and is part of the photo',
      { ...photo, whiteBackground: false },
      'amazon.main-image',
      undefined,
      { reason: 'needsCutOut', field: 'whiteBackground' },
    ],
    [
      'if it has too few pixels',
      { ...photo, width: 500, height: 500, product: box(25, 25, 450, 450) },
      'amazon.main-image',
      undefined,
      { reason: 'tooFewPixels', field: 'longSide', value: 500 },
    ],
    [
      'if an enlargement would be too large',
      { ...photo, width: 400, height: 400, product: box(20, 20, 360, 360) },
      'amazon.main-image',
      image({ mayEnlarge: true }),
      { reason: 'tooFewPixels' },
    ],
    [
      'if the product must be larger and its position is unknown',
      { ...photo, fillShare: 0.4, product: undefined },
      'amazon.main-image',
      undefined,
      { reason: 'notMeasured', field: 'fillShare', value: 0.4 },
    ],
    [
      'if the ratio must change and the position of the product in its scene is unknown',
      { ...photo, width: 1500, height: 1000, whiteBackground: false, product: undefined },
      'temu.listing-image',
      undefined,
      { reason: 'needsCutOut', field: 'ratio', value: 1.5 },
    ],
    [
      'if another ratio would cut the product',
      { ...photo, width: 1600, height: 900, whiteBackground: false, product: box(100, 50, 1400, 800) },
      'temu.listing-image',
      undefined,
      { reason: 'productWouldBeCut', field: 'ratio' },
    ],
    [
      'if a scene would need more background than it has',
      { ...photo, whiteBackground: false, fillShare: 1, product: box(0, 0, 1600, 1600) },
      placementWith('image', { field: 'fillShare', max: 0.8 }),
      undefined,
      { reason: 'needsCutOut', field: 'fillShare' },
    ],
    [
      'if no allowed format can be written',
      photo,
      placementWith('image', { field: 'format', oneOf: ['svg'] }),
      undefined,
      { reason: 'notRepairable', field: 'format' },
    ],
    [
      'if the size limit leaves too few bytes',
      photo,
      placementWith('image', { field: 'bytes', max: 50_000 }, { field: 'shortSide', min: 1600 }),
      undefined,
      { reason: 'bitrateTooLow', field: 'bytes' },
    ],
    [
      'if its height was not measured',
      { ...photo, height: undefined },
      'amazon.main-image',
      undefined,
      { reason: 'notMeasured', field: 'height' },
    ],
  ])('an image is refused %s', (_, probe, placement, preferences, refusal) => {
    const result = planFinish(probe, typeof placement === 'string' ? placementOf(placement) : placement, preferences);
    expect(result).toMatchObject({ kind: 'refusal', ...refusal });
  });
});

describe('an image', () => {
  test('an image that passes needs no step', () => {
    expect(planOf(photo, 'amazon.main-image')).toEqual({ kind: 'plan', steps: [], result: photo, changes: [] });
  });

  test('an image with a small product gets a smaller canvas that still contains the complete product', () => {
    const plan = planOf({ ...photo, width: 3000, height: 3000, fillShare: 0.4, product: box(900, 1200, 1200, 600) }, 'amazon.main-image');
    const { canvas, left, top } = stepOf(plan, 'place');
    expect(canvas).toEqual({ width: 1379, height: 1379 });
    expect([left + 900, top + 1200].every((edge) => edge >= 0)).toBe(true);
    expect(left + 900 + 1200).toBeLessThanOrEqual(canvas.width);
    expect(changeOf(plan, 'fillShare')).toEqual({ field: 'fillShare', before: 0.4, after: 1200 / 1379 });
  });

  test('an image whose product is too large gets a larger canvas', () => {
    const plan = planOf({ ...photo, fillShare: 0.9 }, placementWith('image', { field: 'fillShare', min: 0.8, max: 0.85 }));
    expect(stepOf(plan, 'place').canvas.width).toBeGreaterThan(photo.width as number);
    expect((plan.result as ImageProbe).fillShare).toBeCloseTo(0.825, 2);
  });

  test('an image with a transparent background gets a white background', () => {
    const plan = planOf({ ...photo, format: 'png', alpha: true, whiteBackground: false }, 'amazon.main-image');
    expect(kindsOf(plan)).toEqual(['removeAlpha', 'encode']);
    expect(plan.result).toMatchObject({ alpha: false, whiteBackground: true });
  });

  test.each(['keep', 'drop'] as const)('an image is placed as the seller prefers: %s the shadow', (shadow) => {
    const wideCutOut = { ...photo, width: 2000, height: 1600, alpha: true, whiteBackground: false, product: box(80, 80, 1800, 1440) };
    expect(stepOf(planOf(wideCutOut, 'tiktok-shop.listing-image', image({ shadow })), 'place').shadow).toBe(shadow);
  });

  test('an image on white gets a larger canvas if it needs another ratio', () => {
    const plan = planOf(
      { ...photo, width: 1600, height: 1200, product: box(100, 100, 1400, 1000), fillShare: 0.875 },
      'tiktok-shop.listing-image',
    );
    expect(stepOf(plan, 'place')).toMatchObject({ canvas: { width: 1600, height: 1600 }, left: 0, top: 200 });
  });

  test('an image of a scene is cropped around the product if it needs another ratio', () => {
    const scene: ImageProbe = { ...photo, width: 2400, height: 1600, whiteBackground: false, product: box(1200, 200, 1100, 1200) };
    const plan = planOf(scene, 'temu.listing-image');
    expect(stepOf(plan, 'crop').window).toEqual(box(700, 0, 1600, 1600));
    expect(kindsOf(plan)).not.toContain('place');
  });

  test('an image with too few pixels is enlarged only if the seller allows it, and the plan contains the factor', () => {
    const small: ImageProbe = { ...photo, width: 800, height: 800, product: box(40, 40, 720, 720) };
    const plan = planOf(small, 'amazon.main-image', image({ mayEnlarge: true }));
    expect(stepOf(plan, 'resize')).toEqual({ kind: 'resize', size: { width: 1000, height: 1000 }, enlargement: 1.25 });
  });

  test('an image with too many pixels is made smaller', () => {
    const plan = planOf({ ...photo, width: 2400, height: 2400, product: box(120, 120, 2160, 2160) }, 'lazada.listing-image');
    expect(stepOf(plan, 'resize')).toEqual({ kind: 'resize', size: { width: 2000, height: 2000 } });
  });

  test('for an image with too many bytes, the plan searches the best quality', () => {
    const plan = planOf({ ...photo, bytes: 6_000_000 }, 'tiktok-shop.listing-image');
    expect(plan.steps).toEqual<ImageStep[]>([{ kind: 'encode', format: 'jpeg', qualityMin: 60, qualityMax: 92, bytesMax: 4_900_000 }]);
    expect(plan.result.bytes).toBeLessThanOrEqual(4_900_000);
  });

  test('an image is made smaller if its file exceeds the size limit even at the lowest quality', () => {
    const plan = planOf(
      { ...photo, width: 10_000, height: 10_000, bytes: 30_000_000 },
      placementWith('image', { field: 'bytes', max: 2_000_000 }),
    );
    expect(stepOf(plan, 'resize').size.width).toBeLessThan(10_000);
    expect(stepOf(plan, 'resize').enlargement).toBe(undefined);
  });

  test.each<[string, Partial<ImageProbe>, PlacementId, Step['kind'], object]>([
    ['with an orientation tag is rotated', { rotated: true }, 'shopee.listing-image', 'bakeOrientation', { rotated: false }],
    [
      'with another colour profile becomes sRGB',
      { colourProfile: 'display-p3' },
      'shopee.listing-image',
      'convertColour',
      { colourProfile: 'srgb' },
    ],
    ['in a forbidden format becomes JPEG', { format: 'webp' }, 'shopee.listing-image', 'encode', { format: 'jpeg' }],
    [
      'with forbidden transparency loses it',
      { format: 'png', alpha: true, whiteBackground: false },
      'etsy.listing-image',
      'removeAlpha',
      { alpha: false },
    ],
  ])('an image %s', (_, change, id, kind, result) => {
    const plan = planOf({ ...photo, ...change }, id);
    expect(kindsOf(plan)).toContain(kind);
    expect(plan.result).toMatchObject(result);
  });
});

test('a plan for a file of another kind is refused', () => {
  expect(() => finish(photo, 'shopee.listing-video')).toThrow('A file of kind image cannot be finished for shopee.listing-video');
});

describe('the result of a plan passes, and a second plan for this result has no steps', () => {
  const side = fc.integer({ min: 16, max: 5000 });
  const shareBox = fc.record({ left: fc.double({ min: 0, max: 0.5, noNaN: true }), size: fc.double({ min: 0.1, max: 0.5, noNaN: true }) });
  const boxIn = (width: number, height: number, { left, size }: { left: number; size: number }) =>
    box(Math.floor(left * width), Math.floor(left * height), Math.max(1, Math.floor(size * width)), Math.max(1, Math.floor(size * height)));

  const videos: fc.Arbitrary<VideoProbe> = fc
    .record({
      container: fc.constantFrom('mp4', 'mov', 'webm', undefined),
      codec: fc.constantFrom('h264', 'hevc', 'vp9', undefined),
      profile: fc.constantFrom('high', 'main', 'baseline', 'other', undefined),
      frameRate: fc.constantFrom(24, 25, 30, 50, 60, 24_000 / 1001, undefined),
      variableFrameRate: fc.boolean(),
      interlaced: fc.boolean(),
      seconds: fc.double({ min: 0.5, max: 700, noNaN: true }),
      width: side,
      height: side,
      bytes: fc.integer({ min: 1000, max: 1_500_000_000 }),
      audio: fc.constantFrom(true, false, undefined),
      audioCodec: fc.constantFrom('aac', 'opus', undefined),
      audioBitrate: fc.constantFrom(48_000, 128_000, 320_000, undefined),
      audioSampleRate: fc.constantFrom(22_050, 44_100, 48_000, undefined),
      loudness: fc.constantFrom(-30, -16, -9, undefined),
      moovAtStart: fc.constantFrom(true, false, undefined),
      bars: fc.constantFrom(true, false),
      original: fc.option(fc.record({ width: side, height: side, part: shareBox }), { nil: undefined }),
    })
    .map(({ original, ...probe }) => ({
      kind: 'video',
      ...probe,
      original: original && {
        width: original.width,
        height: original.height,
        product: boxIn(original.width, original.height, original.part),
      },
    }));

  const images: fc.Arbitrary<ImageProbe> = fc
    .record({
      format: fc.constantFrom('jpeg', 'png', 'webp', 'gif', 'tiff', undefined),
      width: side,
      height: side,
      bytes: fc.integer({ min: 1000, max: 60_000_000 }),
      alpha: fc.boolean(),
      whiteBackground: fc.constantFrom(true, false, undefined),
      colourProfile: fc.constantFrom('srgb', 'cmyk', undefined),
      rotated: fc.boolean(),
      part: fc.option(shareBox, { nil: undefined }),
    })
    .map(({ part, ...probe }) => {
      const product = part && boxIn(probe.width, probe.height, part);
      return {
        kind: 'image',
        ...probe,
        product,
        fillShare: product && Math.max(product.width / probe.width, product.height / probe.height),
      };
    });

  const preferences: fc.Arbitrary<Preferences> = fc.record({
    video: fc.record({
      lengthen: fc.constantFrom('cards', 'backwards'),
      cardColour: fc.constant('#FFFFFF'),
      mayTrim: fc.boolean(),
      keepAudio: fc.boolean(),
      ratio: fc.constantFrom('9:16', '1:1', '16:9', undefined),
      loudness: fc.constantFrom(-16, undefined),
    }),
    image: fc.record({ shadow: fc.constantFrom('keep', 'drop'), mayEnlarge: fc.boolean() }),
  });

  test.each(placements.map((placement) => [placement.id, placement] as const))('for %s', (_, placement) => {
    let planned = 0;
    fc.assert(
      fc.property(placement.kind === 'video' ? videos : images, preferences, (probe, wishes) => {
        const plan = planFinish(probe, placement, wishes);
        if (isRefusal(plan)) {
          expect(plan.rule ?? plan.reason).toBeTruthy();
          return;
        }
        planned += 1;
        expect(check(plan.result, placement).filter(({ state }) => state === 'refused')).toEqual([]);
        const again = planFinish(plan.result, placement, wishes);
        expect(again).toMatchObject({ kind: 'plan', steps: [], changes: [] });
      }),
      { seed: 20_261_123, numRuns: 200 },
    );
    expect(planned).toBeGreaterThan(0);
  });
});
