/** Runs the steps of plans with small clips, and decodes and measures the results. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawCard } from '#lambdas/finish/draw-card.ts';
import { dropShadow } from '#lambdas/finish/drop-shadow.ts';
import { finishImage } from '#lambdas/finish/finish-image.ts';
import { finishVideo } from '#lambdas/finish/finish-video.ts';
import { measureImage } from '#lambdas/media/probe/measure-image.ts';
import { measureVideo } from '#lambdas/media/probe/measure-video.ts';
import { isMoovAtStart } from '#lambdas/media/probe/moov-at-start.ts';
import { videoProductBox } from '#lambdas/media/probe/video-product-box.ts';
import { createAmbientPad } from '#local/demo/clips/ambient-pad.ts';
import { encodeClip } from '#local/demo/clips/encode-clip.ts';
import { defaultPreferences, type Plan, type Preferences } from '#shared/marketplaces/plan.ts';
import { planFinish } from '#shared/marketplaces/plan-finish.ts';
import type { VideoProbe } from '#shared/marketplaces/probe.ts';
import { placementOf } from '#shared/marketplaces/rules.ts';
import type { Placement, Rule } from '#shared/marketplaces/schema.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const files = temporaryFolder('finish-video');
afterAll(() => files.remove());
const fileAt = (name: string) => join(files.path, name);

const size = { width: 180, height: 320 };
const frameCount = 48;

/** A picture with a bright bar that moves down by two pixels per frame. */
function movingBar(n: number): Buffer {
  const i420 = Buffer.alloc((size.width * size.height * 3) / 2, 128);
  i420.fill(90, 0, size.width * size.height);
  i420.fill(200, 2 * n * size.width, (2 * n + 40) * size.width);
  return i420;
}
const black = (n: number) =>
  n < 4 ? Buffer.alloc((size.width * size.height * 3) / 2, 128).fill(16, 0, size.width * size.height) : movingBar(n);

/** A small bright product on black. */
const brightPart = (n: number) => {
  const i420 = Buffer.alloc((size.width * size.height * 3) / 2, 128).fill(16, 0, size.width * size.height);
  for (let y = 100; y < 150; y++) i420.fill(150, y * size.width + 60 + n, y * size.width + 90 + n);
  return i420;
};

beforeAll(async () => {
  await encodeClip({ ...size, frameCount, frameAt: movingBar, file: fileAt('sounding.mp4'), pad: createAmbientPad(7, 2) });
  await encodeClip({ ...size, frameCount, frameAt: black, file: fileAt('black.mp4') });
  await encodeClip({ ...size, frameCount, frameAt: brightPart, file: fileAt('product-on-black.mp4') });
});

const readPhoto = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#c03020' } })
    .jpeg()
    .toBuffer();
const placementWith = (kind: Placement['kind'], ...rules: object[]): Placement => ({
  ...placementOf('shopee.listing-video'),
  kind,
  unknown: [],
  conflicts: [],
  rules: rules.map(
    (rule) => ({ source: 'https://example.com', sourceDate: null, seenAt: '2026-11-21', grade: 'O', severity: 'refused', ...rule }) as Rule,
  ),
});

function planOf(probe: Parameters<typeof planFinish>[0], placement: Placement, changes: Partial<Preferences['video']> = {}): Plan {
  const plan = planFinish(probe, placement, { ...defaultPreferences, video: { ...defaultPreferences.video, ...changes } });
  if (plan.kind === 'refusal') throw new Error(`${plan.reason} ${plan.field}`);
  return plan;
}

async function finish(name: string, placement: Placement, changes: Partial<Preferences['video']> = {}) {
  const result = fileAt(name);
  const probe = await measureVideo(result);
  const output = fileAt(`${name}.finished.mp4`);
  return { output, finished: await finishVideo({ result, probe, readPhoto }, planOf(probe, placement, changes), placement, output) };
}

async function probeOf(...parameters: Parameters<typeof finish>): Promise<VideoProbe> {
  const { finished } = await finish(...parameters);
  if ('kind' in finished) throw new Error(`${finished.reason} ${finished.field}`);
  return finished.probe;
}

describe('a measured video', () => {
  test('a measured video has its exact length, its sound and the position of its index', async () => {
    expect(await measureVideo(fileAt('sounding.mp4'))).toMatchObject({
      ...{ container: 'mp4', codec: 'h264', profile: 'high', frameRate: 24, seconds: 2, ...size, moovAtStart: true },
      ...{ audio: true, audioCodec: 'aac', audioSampleRate: 48_000, loudness: expect.any(Number) },
    });
  });

  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><title>x</title>')],
    ['a truncated video', undefined],
  ])('%s is an error', async (_, bytes) => {
    writeFileSync(fileAt('damaged.mp4'), bytes ?? readFileSync(fileAt('sounding.mp4')).subarray(0, 400));
    await expect(measureVideo(fileAt('damaged.mp4'))).rejects.toMatchObject({ code: 'ResultNotAsOrdered' });
  });

  test('a file whose index is at the end is recognized, and a file without boxes has no index', async () => {
    const box = (type: string, bytes: number) => Buffer.concat([Buffer.from([0, 0, 0, bytes]), Buffer.from(type), Buffer.alloc(bytes - 8)]);
    const order = async (...boxes: Buffer[]) => {
      writeFileSync(fileAt('boxes.mp4'), Buffer.concat(boxes));
      return isMoovAtStart(fileAt('boxes.mp4'));
    };
    expect(await order(box('ftyp', 16), box('mdat', 32), box('moov', 16))).toBe(false);
    expect(await order(box('ftyp', 16), box('moov', 16), box('mdat', 32))).toBe(true);
    expect(await order(Buffer.from([0, 0, 0, 2]), Buffer.from('ftypxxxx'))).toBeUndefined();
  });
});

describe('the product of a video', () => {
  const wide = { width: 640, height: 360 };
  /** A dark product in front of a background with this brightness. It moves to the right by one pixel per frame. */
  const productOn = (backgroundAt: (x: number, y: number, n: number) => number) => (n: number) => {
    const i420 = Buffer.alloc((wide.width * wide.height * 3) / 2, 128);
    for (let y = 0; y < wide.height; y++)
      for (let x = 0; x < wide.width; x++) {
        const isProduct = x >= 420 + n && x < 520 + n && y >= 120 && y < 240;
        i420[y * wide.width + x] = isProduct ? 40 : backgroundAt(x, y, n);
      }
    return i420;
  };
  const boxOf = async (name: string, frameAt: (n: number) => Buffer) => {
    await encodeClip({ ...wide, frameCount, frameAt, file: fileAt(name) });
    return videoProductBox(fileAt(name));
  };

  test('the product of a video has the box of all frames, and a crop contains this box', async () => {
    const product = await boxOf(
      'product.mp4',
      productOn(() => 180),
    );
    if (!product) throw new Error('The product was not found');
    const { left, top, width, height } = product;
    // The product is searched in four frames per second, in a smaller size.
    expect(Math.abs(left - 420)).toBeLessThanOrEqual(6);
    expect(Math.abs(left + width - 564)).toBeLessThanOrEqual(10);
    expect([Math.abs(top - 120), Math.abs(top + height - 240)].every((difference) => difference <= 6)).toBe(true);
    const probe: VideoProbe = { kind: 'video', width: 202, height: 360, seconds: 2, frameRate: 24, original: { ...wide, product } };
    const square = placementWith('video', { field: 'ratio', oneOf: ['1:1'] });
    const { window } = planOf(probe, square).steps.find((step) => step.kind === 'reframe') ?? { window: undefined };
    expect(window?.left).toBeLessThanOrEqual(left);
    expect((window?.left ?? 0) + (window?.width ?? 0)).toBeGreaterThanOrEqual(left + width);
    const { window: centre } = planOf({ ...probe, original: wide }, square).steps.find((step) => step.kind === 'reframe') ?? {};
    expect((centre?.left ?? 0) + (centre?.width ?? 0)).toBeLessThan(left + width);
  });

  test.each<[string, (x: number, y: number, n: number) => number]>([
    ['a pattern', (x, y, n) => 60 + ((x * 3 + y * 5 + n * 7) % 150)],
    ['a wall above a table', (_, y) => (y > 260 ? 90 : 190)],
  ])('the product of a video is unknown in front of %s', async (_, background) => {
    expect(await boxOf('scene.mp4', productOn(background))).toBeUndefined();
  });

  test('a video is refused if the new ratio would cut its product', () => {
    const product = { left: 100, top: 20, width: 420, height: 320 };
    const probe: VideoProbe = { kind: 'video', width: 202, height: 360, seconds: 2, original: { ...wide, product } };
    expect(planFinish(probe, placementWith('video', { field: 'ratio', oneOf: ['1:1'] }))).toMatchObject({ reason: 'productWouldBeCut' });
  });

  test('a product on black does not count as a black first frame', async () => {
    const probe = await probeOf('product-on-black.mp4', placementWith('video', { field: 'seconds', min: 1 }));
    expect(probe.seconds).toBe(2);
  });
});

describe('a finished video', () => {
  test('a finished video has an intro and an outro card, and sound of the same length', async () => {
    const probe = await probeOf('sounding.mp4', placementWith('video', { field: 'seconds', min: 5, max: 15 }));
    expect(probe.seconds).toBeGreaterThanOrEqual(5.15);
    expect(probe.seconds).toBeLessThan(5.3);
    expect(probe).toMatchObject({ ...size, audio: true, moovAtStart: true });
  });

  test('a finished video plays forwards and then backwards, without sound and without a repeated frame', async () => {
    const probe = await probeOf('sounding.mp4', placementWith('video', { field: 'seconds', min: 3, max: 15 }), { lengthen: 'backwards' });
    expect(probe).toMatchObject({ seconds: expect.closeTo((2 * frameCount - 1) / 24, 3), audio: false });
  });

  test('a finished video has another profile, frame rate and loudness if a rule or the seller needs it', async () => {
    const rules = [
      { field: 'profile', oneOf: ['main'] },
      { field: 'frameRate', max: 15 },
    ];
    const probe = await probeOf('sounding.mp4', placementWith('video', ...rules), { loudness: -20 });
    expect(probe).toMatchObject({ profile: 'main', frameRate: 15, loudness: expect.any(Number) });
    expect(Math.abs((probe.loudness ?? 0) + 20)).toBeLessThan(1);
  });

  test('a finished video reaches the minimum bit rate of a rule, although the picture is simple', async () => {
    const probe = await probeOf('sounding.mp4', placementWith('video', { field: 'bitrate', min: 2_000_000, max: 5_000_000 }));
    expect(probe.bitrate).toBeGreaterThan(2_000_000);
    expect(probe.bitrate).toBeLessThan(5_000_000);
  });

  test('a finished video without sound has the same picture stream', async () => {
    const probe = await probeOf('sounding.mp4', placementWith('video', { field: 'audio', is: false }));
    expect(probe).toMatchObject({ audio: false, seconds: 2 });
  });

  test('a finished video whose first frame is black is refused', async () => {
    const { finished } = await finish('black.mp4', placementWith('video', { field: 'seconds', max: 60 }));
    expect(finished).toMatchObject({ kind: 'refusal', field: 'blackStart' });
  });
});

test('a card shows the whole photo on the background colour, in the size of the video', async () => {
  const { data, info } = await sharp(await drawCard(await readPhoto(), size, '#00FF00'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject(size);
  const at = (x: number, y: number) => [...data.subarray(3 * (y * size.width + x), 3 * (y * size.width + x) + 3)];
  expect(at(2, 2)).toEqual([0, 255, 0]);
  expect(at(90, 160)[0]).toBeGreaterThan(180);
});

describe('an image', () => {
  const [width, height] = [600, 400];
  /** A soft grey ellipse below the product. */
  const shadowAt = (x: number, y: number) => 1 - Math.min(1, Math.hypot((x - 300) / 150, (y - 300) / 50));
  /** A blue square of 200 pixels on a plain background. The loaders of the product do not accept SVG, so the pixels are drawn here. */
  function pixelsOf(background: number, hasShadow = false): Buffer {
    const pixels = Buffer.alloc(3 * width * height, background);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const offset = 3 * (y * width + x);
        if (hasShadow) pixels.fill(Math.round(background - 110 * shadowAt(x, y)), offset, offset + 3);
        if (x >= 200 && x < 400 && y >= 100 && y < 300) pixels.set([0x20, 0x40, 0xa0], offset);
      }
    return pixels;
  }
  const product = (background: number, hasShadow = false) =>
    sharp(pixelsOf(background, hasShadow), { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();

  test('an image on white has the box of its product, without the shadow', async () => {
    const { whiteBackground, product: box } = await measureImage(await product(255, true));
    expect(whiteBackground).toBe(true);
    // At the left edge of the product, the shadow can start one pixel earlier.
    expect(Math.abs((box?.left ?? 0) - 200)).toBeLessThanOrEqual(1);
    expect(Math.abs((box?.width ?? 0) - 200)).toBeLessThanOrEqual(2);
    expect(box?.top).toBe(100);
    expect(Math.abs((box?.height ?? 0) - 200)).toBeLessThanOrEqual(24);
  });

  test('an image on grey does not count as an image on white, and the box of its product is still found', async () => {
    expect(await measureImage(await product(221))).toMatchObject({ whiteBackground: false, product: { left: 200, width: 200 } });
  });

  test('an image becomes square on white, with the required share, and the product is complete', async () => {
    const image = await product(255);
    const placement = placementWith(
      'image',
      { field: 'ratio', oneOf: ['1:1'] },
      { field: 'fillShare', min: 0.8 },
      { field: 'format', oneOf: ['jpeg'] },
    );
    const finished = await finishImage(image, planOf(await measureImage(image), placement), placement);
    if ('kind' in finished) throw new Error(`${finished.reason} ${finished.field}`);
    expect(finished.probe).toMatchObject({ format: 'jpeg', whiteBackground: true, width: finished.probe.height });
    expect(finished.probe.fillShare).toBeGreaterThanOrEqual(0.8);
    expect(finished.probe.product?.width).toBeGreaterThanOrEqual(199);
  });

  test('an image loses quality until it fits the size limit, and is refused if no quality fits', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const image = await sharp({ create: { width: 400, height: 400, channels: 3, noise, background: '#fff' } })
      .png()
      .toBuffer();
    const sizeAt = async (quality: number) => (await sharp(image).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer()).length;
    const [small, large] = [await sizeAt(60), await sizeAt(92)];
    const limited = (max: number) => placementWith('image', { field: 'bytes', max }, { field: 'format', oneOf: ['jpeg'] });
    const probe = await measureImage(image);
    const middle = Math.round((small + large) / 2);
    const finished = await finishImage(image, planOf(probe, limited(middle)), limited(middle));
    if ('kind' in finished) throw new Error(`${finished.reason} ${finished.field}`);
    expect(finished.bytes.length).toBeLessThanOrEqual(middle);
    expect(finished.bytes.length).toBeGreaterThan(0.9 * middle);
    const tooSmall = limited(Math.round(0.8 * small));
    expect(await finishImage(image, planOf(probe, tooSmall), tooSmall)).toMatchObject({ kind: 'refusal', field: 'bytes' });
  });

  test('an image loses its soft shadow, and keeps every pixel of the product', async () => {
    const { data, info } = await sharp(await product(255, true))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const cleaned = dropShadow({ data, width: info.width, height: info.height });
    const at = (pixels: Buffer, x: number, y: number) => [...pixels.subarray(4 * (y * 600 + x), 4 * (y * 600 + x) + 3)];
    expect(at(data, 300, 310)[0]).toBeLessThan(200);
    expect(at(cleaned.data, 300, 310)).toEqual([255, 255, 255]);
    expect(at(cleaned.data, 300, 200)).toEqual([0x20, 0x40, 0xa0]);
  });
});
