/** Tests the detectors on frames, samples and packets that the tests create, so that no encoder is necessary. */
import { describe, expect, test } from 'vitest';
import { createBarsDetector } from './bars.ts';
import { createBlackDetector } from './black.ts';
import { rotationOf } from './detect-video.ts';
import { frameTimes } from './frame-times.ts';
import { createFreezeDetector } from './freeze.ts';
import type { LumaFrame } from './luma.ts';
import { createSilenceDetector } from './silence.ts';

const [width, height, rate] = [96, 160, 24];
type Draw = (x: number, y: number, n: number) => number;
const frameOf = (n: number, draw: Draw): LumaFrame => ({
  ...{ width, height, seconds: n / rate },
  data: Uint8Array.from({ length: width * height }, (_, offset) => draw(offset % width, Math.floor(offset / width), n)),
});
const framesOf = (count: number, draw: Draw) => Array.from({ length: count }, (_, n) => frameOf(n, draw));

/** A bright texture that moves. */
const texture: Draw = (x, y, n) => 90 + ((x * 7 + y * 13 + n * 5) % 120);
/** A round product that moves slowly on a plain background. */
const productOn =
  (background: number, speed = 1): Draw =>
  (x, y, n) =>
    Math.hypot(x - 48, y - 70 - speed * n) < 30 ? 120 + ((x + y) % 40) : background;
const noisy =
  (draw: Draw): Draw =>
  (x, y, n) =>
    draw(x, y, n) + ((x * 31 + y * 17 + n * 11) % 5) - 2;

function barsIn(draw: Draw) {
  const detector = createBarsDetector();
  for (const frame of framesOf(12, draw)) detector.add(frame);
  return detector.result();
}

describe('bars', () => {
  test.each<[string, Draw]>([
    ['a full picture', texture],
    ['a product on white', productOn(255)],
    ['a product on black', productOn(0)],
    ['a product on a noisy grey background', noisy(productOn(128))],
    ['a wall above a table', (x, y, n) => (y > 110 ? 70 : productOn(200)(x, y, n))],
    ['a bar at one edge only', (x, y, n) => (y < 20 ? 0 : texture(x, y, n))],
    ['edges of different colours', (x, y, n) => (y < 20 ? 0 : y > 140 ? 255 : texture(x, y, n))],
    ['a line of one pixel', (x, y, n) => (y < 1 || y > 158 ? 0 : texture(x, y, n))],
    ['a black video', () => 0],
    ['a dark picture', noisy((x, y, n) => 18 + ((x * 3 + y * 5 + n) % 11))],
    ['a dark picture with a noisy vignette', noisy((x, y, n) => Math.max(0, 40 - 0.6 * Math.hypot(x - 48, y - 80)) + (n % 2))],
    ['a dark picture that becomes brighter towards its centre', (_, y) => Math.max(0, 30 - Math.abs(y - 80) / 2)],
    ['a dark picture with an even ramp after black edges', (_, y) => Math.max(0, Math.min(y, 159 - y) - 10)],
    ['a dark product on black', (x, y, n) => (Math.hypot(x - 48, y - 80 - n) < 44 ? 14 : 0)],
    ['a product with straight edges on white', (x, y) => (x > 12 && x < 84 && y > 30 && y < 130 ? 90 : 255)],
    ['a product with straight edges on grey', (x, y) => (x > 12 && x < 84 && y > 30 && y < 130 ? 190 : 128)],
  ])('bars are not found in %s', (_, draw) => {
    expect(barsIn(draw)).toBeUndefined();
  });

  test.each<[string, Draw, object]>([
    ['above and below', (x, y, n) => (y < 20 || y >= 140 ? 0 : texture(x, y, n)), { left: 0, top: 20, width, height: 120 }],
    ['left and right', (x, y, n) => (x < 8 || x >= 88 ? 0 : texture(x, y, n)), { left: 8, top: 0, width: 80, height }],
    ['if their thickness is unequal', (x, y, n) => (y < 10 || y >= 130 ? 0 : texture(x, y, n)), { left: 0, top: 10, width, height: 120 }],
    [
      'around a dark picture',
      (x, y, n) => (y < 20 || y >= 140 ? 0 : 6 + ((x * 3 + y * 5 + n) % 9)),
      { left: 0, top: 20, width, height: 120 },
    ],
    ['around a very dark picture', (x, y, n) => (y < 20 || y >= 140 ? 0 : 5 + ((x + y + n) % 3)), { left: 0, top: 20, width, height: 120 }],
    ['if they are white', (x, y, n) => (y < 20 || y >= 140 ? 255 : texture(x, y, n)), { left: 0, top: 20, width, height: 120 }],
    ['if they have noise', noisy((x, y, n) => (y < 20 || y >= 140 ? 4 : texture(x, y, n))), { left: 0, top: 20, width, height: 120 }],
    [
      'on all sides',
      (x, y, n) => (y < 20 || y >= 140 || x < 10 || x >= 86 ? 0 : texture(x, y, n)),
      { left: 10, top: 20, width: 76, height: 120 },
    ],
  ])('bars are found %s', (_, draw, box) => {
    expect(barsIn(draw)).toEqual(box);
  });
});

function blackIn(draw: Draw) {
  const detector = createBlackDetector();
  for (const frame of framesOf(6, draw)) detector.add(frame);
  return detector.result();
}

test('a black first and last frame are found, and a dark scene or a product on black does not count as black', () => {
  expect(blackIn((x, y, n) => (n === 0 ? 12 : texture(x, y, n)))).toEqual({ blackStart: true, blackEnd: false });
  expect(blackIn((x, y, n) => (n === 5 ? 12 : texture(x, y, n)))).toEqual({ blackStart: false, blackEnd: true });
  expect(blackIn((x, y, n) => (n === 3 ? 0 : texture(x, y, n)))).toEqual({ blackStart: false, blackEnd: false });
  expect(blackIn(productOn(0))).toEqual({ blackStart: false, blackEnd: false });
  expect(blackIn(() => 45)).toEqual({ blackStart: false, blackEnd: false });
  expect(blackIn((x, y, n) => 4 + ((x * 3 + y * 5 + n) % 25))).toEqual({ blackStart: false, blackEnd: false });
  expect(blackIn(noisy(() => 14))).toEqual({ blackStart: true, blackEnd: true });
});

function freezesIn(count: number, draw: Draw) {
  const detector = createFreezeDetector();
  for (const frame of framesOf(count, draw)) detector.add(frame);
  return detector.result(count / rate);
}

describe('a freeze', () => {
  test('a freeze is found at the start, in the middle and at the end, with its time', () => {
    expect(freezesIn(96, (x, y, n) => texture(x, y, Math.max(48, n)))).toEqual([{ from: 0, to: 49 / rate }]);
    expect(freezesIn(96, (x, y, n) => texture(x, y, n < 24 ? n : n < 72 ? 24 : n - 48))).toEqual([{ from: 1, to: 73 / rate }]);
    expect(freezesIn(96, (x, y, n) => texture(x, y, Math.min(48, n)))).toEqual([{ from: 2, to: 4 }]);
  });

  test.each<[string, Draw]>([
    ['a pause of one second', (x, y, n) => texture(x, y, n < 48 ? n : n < 71 ? 48 : n)],
    ['a small product that moves on white', (x, y, n) => (Math.hypot(x - 20 - n / 2, y - 80) < 6 ? 60 : 255)],
    ['a slow change of the light', (x, y, n) => texture(x, y, 0) + n / 4],
    ['noise', (x, y, n) => 100 + ((x * 31 + y * 17 + n * 61) % 9)],
  ])('a freeze is not found in %s', (_, draw) => {
    expect(freezesIn(96, draw)).toEqual([]);
  });
});

const packets = (distances: readonly number[]) => {
  const starts = distances.map((_, n) => distances.slice(0, n).reduce((sum, distance) => sum + distance, 0));
  return distances.map((duration, n) => ({ pts: BigInt(starts[n] ?? 0), duration: BigInt(duration) }));
};

describe('the times of frames', () => {
  test('the frame rate is constant, even for frames in another order and with times that are rounded to milliseconds', () => {
    const ordered = packets(Array(30).fill(3000));
    const [first, second, third, ...others] = ordered;
    const decoding = [first, third, second, ...others] as typeof ordered;
    expect(frameTimes(decoding, 1 / 90_000)).toEqual({ seconds: 1, frameRate: 30, variableFrameRate: false });
    expect(frameTimes(packets([33, 33, 34, 33, 33, 34]), 0.001).variableFrameRate).toBe(false);
  });

  test('the frame rate is variable if one frame is shown longer than the others', () => {
    expect(frameTimes(packets([...Array(10).fill(3000), 6000, ...Array(10).fill(3000)]), 1 / 90_000).variableFrameRate).toBe(true);
  });

  test('the last frame counts even if the file has no durations, and a video with one frame or no frame also has a length', () => {
    const withoutDurations = packets(Array(10).fill(40)).map(({ pts }) => ({ pts, duration: 0n }));
    expect(frameTimes(withoutDurations, 0.001)).toMatchObject({ seconds: 0.4, frameRate: 25 });
    expect(frameTimes(packets([40]), 0.001)).toEqual({ seconds: 0.04, variableFrameRate: false });
    expect(frameTimes([], 0.001)).toEqual({ seconds: 0, variableFrameRate: false });
  });
});

test('a track is silent if no window of a tenth of a second is above -60 dB', () => {
  const isSilent = (level: (n: number) => number) => {
    const detector = createSilenceDetector(8000);
    detector.add(Float32Array.from({ length: 8000 }, (_, n) => level(n)));
    return detector.result();
  };
  expect(isSilent(() => 0)).toBe(true);
  expect(isSilent((n) => 0.0008 * Math.sin(n))).toBe(true);
  expect(isSilent((n) => 0.01 * Math.sin(n))).toBe(false);
  expect(isSilent((n) => (n > 4000 && n < 4600 ? 0.3 * Math.sin(n) : 0))).toBe(false);
});

test('a display matrix is read as a rotation, and a damaged matrix means no rotation', () => {
  const matrix = (a: number, b: number) => {
    const bytes = Buffer.alloc(36);
    bytes.writeInt32LE(a * 65_536, 0);
    bytes.writeInt32LE(b * 65_536, 4);
    return bytes;
  };
  expect([matrix(1, 0), matrix(0, 1), matrix(-1, 0), matrix(0, -1)].map(rotationOf)).toEqual([0, 90, 180, 270]);
  expect([rotationOf(null), rotationOf(Buffer.alloc(8))]).toEqual([0, 0]);
});
