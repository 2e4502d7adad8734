/** Tests the area that is added around a photo. Measures its colours in each line. */
import { describe, expect, test } from 'vitest';
import type { Size } from '#shared/size.ts';
import type { Rect } from '#shared/video/strategy.ts';
import { continueEdges } from './continue-edges.ts';

type Colour = readonly [number, number, number];

/** Returns a frame with a photo. `colourAt` returns the colour of each pixel of the photo, in the photo's coordinates. */
function frameWithPhoto(frame: Size, photoRect: Rect, colourAt: (x: number, y: number) => Colour) {
  const pixels = new Uint8Array(3 * frame.width * frame.height);
  for (let y = 0; y < photoRect.height; y++)
    for (let x = 0; x < photoRect.width; x++) pixels.set(colourAt(x, y), 3 * ((photoRect.y + y) * frame.width + photoRect.x + x));
  const originalPixels = pixels.slice();
  continueEdges(pixels, frame, photoRect);
  const pixelAt = (x: number, y: number): number[] => [...pixels.subarray(3 * (y * frame.width + x), 3 * (y * frame.width + x) + 3)];
  const isPhoto = (x: number, y: number) =>
    x >= photoRect.x && x < photoRect.x + photoRect.width && y >= photoRect.y && y < photoRect.y + photoRect.height;
  return { pixels, originalPixels, pixelAt, isPhoto };
}

const distance = (one: readonly number[], other: readonly number[]): number =>
  Math.max(...one.map((value, n) => Math.abs(value - (other[n] ?? Number.NaN))));
const mean = (colours: readonly (readonly number[])[]): number[] =>
  [0, 1, 2].map((channel) => colours.reduce((sum, colour) => sum + (colour[channel] ?? Number.NaN), 0) / colours.length);

const frame = { width: 120, height: 200 };
const photoRects: [string, Rect][] = [
  ['above and below', { x: 0, y: 60, width: 120, height: 80 }],
  ['on both sides', { x: 40, y: 0, width: 40, height: 200 }],
  ['all around', { x: 30, y: 70, width: 60, height: 40 }],
  ['only above', { x: 0, y: 60, width: 120, height: 140 }],
  ['around a photo of one pixel', { x: 60, y: 100, width: 1, height: 1 }],
  ['around a photo of one line', { x: 0, y: 100, width: 120, height: 1 }],
];

describe('the added area', () => {
  test.each(photoRects)('the area %s of a plain photo has the colour of the photo', (_, photoRect) => {
    const { pixels } = frameWithPhoto(frame, photoRect, () => [200, 120, 40]);
    for (let n = 0; n < pixels.length; n += 3) expect([...pixels.subarray(n, n + 3)]).toEqual([200, 120, 40]);
  });

  test.each(photoRects)('filling the area %s does not change the photo', (_, photoRect) => {
    const { pixels, originalPixels, isPhoto } = frameWithPhoto(frame, photoRect, (x, y) => [(x * 37) % 256, (y * 53) % 256, (x * y) % 256]);
    for (let y = 0; y < frame.height; y++)
      for (let x = 0; x < frame.width; x++) {
        const offset = 3 * (y * frame.width + x);
        if (isPhoto(x, y)) expect(pixels.subarray(offset, offset + 3)).toEqual(originalPixels.subarray(offset, offset + 3));
      }
  });

  test.each(photoRects.slice(0, 4))(
    'the area %s has no visible step, neither at the edge of the photo nor inside the area',
    (_, photoRect) => {
      const { pixelAt, isPhoto } = frameWithPhoto(frame, photoRect, (x, y) => [128 + 100 * Math.sin(x / 15), 2 * x, 255 - y]);
      for (let y = 1; y < frame.height; y++)
        for (let x = 1; x < frame.width; x++) {
          if (!(isPhoto(x, y) && isPhoto(x - 1, y))) expect(distance(pixelAt(x, y), pixelAt(x - 1, y))).toBeLessThanOrEqual(9);
          if (!(isPhoto(x, y) && isPhoto(x, y - 1))) expect(distance(pixelAt(x, y), pixelAt(x, y - 1))).toBeLessThanOrEqual(9);
        }
    },
  );

  test('the added area has the mean colour of the photo’s edge in each line', () => {
    const { pixelAt } = frameWithPhoto(frame, { x: 0, y: 60, width: 120, height: 80 }, (x, y) =>
      y < 40 ? [x < 60 ? 240 : 40, 100, 30] : [0, 0, 200],
    );
    const lineAt = (y: number) => mean(Array.from({ length: frame.width }, (_, x) => pixelAt(x, y)));
    for (const y of [59, 40, 20, 0]) expect(distance(lineAt(y), [140, 100, 30])).toBeLessThan(1);
    for (const y of [140, 160, 199]) expect(distance(lineAt(y), [0, 0, 200])).toBeLessThan(1);
  });

  test('the added area does not repeat objects near the edge', () => {
    const { pixelAt } = frameWithPhoto(frame, { x: 0, y: 60, width: 120, height: 80 }, (_, y) =>
      y > 3 && y < 76 ? [0, 0, 0] : [250, 250, 250],
    );
    for (const y of [0, 30, 59, 140, 170, 199]) for (const x of [0, 60, 119]) expect(pixelAt(x, y)).toEqual([250, 250, 250]);
  });

  test('the added area blurs a stripe that reaches the edge', () => {
    const { pixelAt } = frameWithPhoto(frame, { x: 0, y: 60, width: 120, height: 80 }, (x) =>
      Math.abs(x - 60) < 4 ? [0, 0, 0] : [240, 240, 240],
    );
    const depth = (y: number) => (pixelAt(10, y)[0] ?? 0) - (pixelAt(60, y)[0] ?? 0);
    expect(depth(59)).toBeGreaterThan(200);
    expect(depth(30)).toBeLessThan(100);
    expect(depth(0)).toBeLessThan(50);
  });
});
