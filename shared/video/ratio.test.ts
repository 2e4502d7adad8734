import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectRatio, isRatio, ratioOptions, ratioSideMax, ratioStretchMax, readRatio, sidesOf } from './ratio.ts';

describe('a custom ratio', () => {
  test.each([
    ['1:1', '1:1'],
    ['4:5', '4:5'],
    [' 6 : 8 ', '3:4'],
    ['50:50', '1:1'],
    ['050:40', '5:4'],
    ['3:1', '3:1'],
    ['1:3', '1:3'],
    ['16:48', '1:3'],
    ['21:9', '21:9'],
    ['7:3', '21:9'],
    ['14:6', '21:9'],
  ])('a custom ratio %j is read as %s', (text, ratio) => {
    expect(readRatio(text)).toEqual({ ratio });
  });

  test.each([
    ['', 'empty'],
    [' \t', 'empty'],
    ['16x9', 'no_colon'],
    ['1.5', 'no_colon'],
    [':', 'not_whole_numbers'],
    ['a:b', 'not_whole_numbers'],
    ['0:9', 'not_whole_numbers'],
    ['-4:5', 'not_whole_numbers'],
    ['1.5:1', 'not_whole_numbers'],
    ['1e1:9', 'not_whole_numbers'],
    ['4:5:6', 'not_whole_numbers'],
    ['51:50', 'not_whole_numbers'],
    ['999999999999999999999:1', 'not_whole_numbers'],
    ['4:1', 'too_long'],
    ['16:50', 'too_long'],
  ])('a custom ratio %j is refused for the reason %s', (text, fault) => {
    expect(readRatio(text)).toEqual({ fault });
  });

  test.each(['4:5', '21:9', '7:3', '1:3'])('the ratio %j is in its stored form', (text) => {
    expect(isRatio(text)).toBe(true);
  });

  test.each(['8:10', '14:6', '04:5', '4 : 5', ' 1:1', '0:9', '', '4:1'])('the ratio %j is not in its stored form', (text) => {
    expect(isRatio(text)).toBe(false);
  });

  test('a custom ratio within the limits is accepted and converted to its stored form', () => {
    const side = fc.integer({ min: 0, max: ratioSideMax + 5 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const result = readRatio(`${width}:${height}`);
        const isWithinLimits =
          Math.min(width, height) >= 1 &&
          Math.max(width, height) <= ratioSideMax &&
          Math.max(width, height) <= ratioStretchMax * Math.min(width, height);
        expect('ratio' in result).toBe(isWithinLimits);
        if (!('ratio' in result)) return;
        expect(isRatio(result.ratio)).toBe(true);
        const sides = sidesOf(result.ratio);
        expect(sides.width * height).toBe(sides.height * width);
      }),
    );
  });

  test('a custom ratio can have every value of the dropdown list', () => {
    expect(ratioOptions.map(isRatio)).toEqual([true, true, true]);
  });
});

describe('the ratio of a picture', () => {
  test.each([
    [1920, 1080, '16:9'],
    [1080, 1920, '9:16'],
    [1000, 1000, '1:1'],
    [1049, 1000, '1:1'],
    [4000, 3000, '4:3'],
    [3024, 4032, '3:4'],
    [1000, 1500, '2:3'],
    [1500, 1000, '3:2'],
    [1080, 1350, '4:5'],
    [2560, 1080, '45:19'],
    [64, 8192, '1:50'],
    [8192, 64, '50:1'],
  ])('the ratio of %i × %i pixels is %s', (width, height, name) => {
    expect(detectRatio({ width, height })).toBe(name);
  });

  test('the ratio of a picture has sides of at most 50, and is close to the exact ratio of the picture', () => {
    const side = fc.integer({ min: 64, max: 8192 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const sides = sidesOf(detectRatio({ width, height }));
        expect(Math.min(sides.width, sides.height)).toBeGreaterThanOrEqual(1);
        expect(Math.max(sides.width, sides.height)).toBeLessThanOrEqual(ratioSideMax);
        // The most extreme ratio is 50:1. A picture with longer sides also gets this ratio, so the difference has no limit.
        const error = Math.abs(Math.log((sides.width * height) / (sides.height * width)));
        expect(error).toBeLessThan(Math.max(width, height) > ratioSideMax * Math.min(width, height) ? Number.POSITIVE_INFINITY : 0.1);
      }),
    );
  });
});
