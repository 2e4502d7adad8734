import { describe, expect, test } from 'vitest';
import { createAmbientPad, sampleRateHz } from './ambient-pad.ts';
import { cameraMoveFor } from './camera-moves.ts';
import { createFrameSampler } from './frame-sampler.ts';
import { pictureOf } from './picture.ts';

const [width, height] = [64, 36];
const fullView = { left: 0, top: 0, scale: 1 };

/** The brightness rises evenly from column to column, so that the effect of a shift by a fraction of a pixel is known. */
function createRamp() {
  const rgb = Buffer.alloc(width * height * 3);
  for (let n = 0; n < width * height; n++) rgb.fill((n % width) * 4, n * 3, n * 3 + 3);
  return pictureOf(rgb, width, height);
}

describe('the sampler', () => {
  test('the sampler returns the whole picture unchanged at scale 1', () => {
    const picture = createRamp();
    expect(createFrameSampler(picture, width, height)(fullView).subarray(0, width * height)).toEqual(Buffer.from(picture.luma.data));
  });

  test('the sampler moves by fractions of a pixel instead of whole pixels', () => {
    const sample = createFrameSampler(createRamp(), width, height);
    const meanAt = (shift: number) => {
      const luma = sample({ left: shift / width, top: 0, scale: 0.5 }).subarray(0, width * height);
      return luma.reduce((sum, level) => sum + level, 0) / luma.length;
    };
    const means = [0, 0.25, 0.5, 0.75, 1].map(meanAt);
    const risePerPixel = (4 * 219) / 255;
    means.forEach((mean, n) => {
      expect(Math.abs(mean - means[0]! - (n / 4) * risePerPixel)).toBeLessThan(0.2);
    });
  });

  test('the sampler does not read outside the picture at the far corner', () => {
    const frame = createFrameSampler(createRamp(), width, height)({ left: 0.5, top: 0.5, scale: 0.5 });
    expect(frame[width * height - 1]).toBe(createRamp().luma.data.at(-1));
  });
});

describe('the push-in', () => {
  test('the push-in starts with the whole photo, ends at the highest zoom, and never shows an area outside the photo', () => {
    const move = cameraMoveFor('A mug', 3);
    expect(move.viewAt(0)).toEqual(fullView);
    expect(1 / move.viewAt(1).scale).toBeCloseTo(move.zoomMax, 10);
    for (let n = 0; n <= 100; n++) {
      const { left, top, scale } = move.viewAt(n / 100);
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(Math.max(left, top) + scale).toBeLessThanOrEqual(1);
    }
  });

  test('the push-in begins and ends with speed zero', () => {
    const { viewAt } = cameraMoveFor('A mug', 3);
    const speedAt = (progress: number) => Math.abs(viewAt(progress + 0.001).scale - viewAt(progress).scale);
    expect(speedAt(0)).toBeLessThan(0.01 * speedAt(0.5));
    expect(speedAt(0.999)).toBeLessThan(0.01 * speedAt(0.5));
  });

  test('the push-in is the same for the same seed, and slightly different for another seed', () => {
    expect(cameraMoveFor('A mug', 3).viewAt(1)).toEqual(cameraMoveFor('A mug', 3).viewAt(1));
    expect(cameraMoveFor('A mug', 4).viewAt(1)).not.toEqual(cameraMoveFor('A mug', 3).viewAt(1));
    for (let seed = -50; seed < 50; seed++) {
      expect(cameraMoveFor('', seed).zoomMax).toBeGreaterThanOrEqual(1.1);
      expect(cameraMoveFor('', seed).zoomMax).toBeLessThanOrEqual(1.15);
    }
  });
});

test('the sound differs between channels and seeds, and has no gap between two parts', () => {
  const floats = (buffer: Buffer) => new Float32Array(buffer.buffer, buffer.byteOffset, buffer.length / 4);
  const second = floats(createAmbientPad(1, 8)(3 * sampleRateHz, 1000));
  expect(second.subarray(0, 1000)).not.toEqual(second.subarray(1000));
  expect(floats(createAmbientPad(2, 8)(3 * sampleRateHz, 1000))).not.toEqual(second);
  expect(floats(createAmbientPad(1, 8)(3 * sampleRateHz + 400, 600)).subarray(0, 600)).toEqual(second.subarray(400, 1000));
});
