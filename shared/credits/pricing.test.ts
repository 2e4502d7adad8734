import { describe, expect, test } from 'vitest';
import { centsFromDollars, dollarsFromCents, twoDecimals } from '../money.ts';
import { hasCredits, imageCost, videoCost } from './pricing.ts';

describe('imageCost', () => {
  test.each(['gemini-2.5-flash-image', 'GPT-Image-1'])('an image of %s costs 5 cents', (model) => expect(imageCost(model)).toBe(5));
  test.each(['', 'veo3', 'gpt-image-1', 'constructor'])('imageCost throws for the unknown model %j', (model) =>
    expect(() => imageCost(model)).toThrow(expect.objectContaining({ code: 'UnknownModel' })),
  );
});

describe('videoCost', () => {
  test.each([
    [1, 'veo3', false, 200, 200],
    [1, 'veo3', true, 360, 360],
    [3, 'veo3-fast', false, 120, 360],
    [100, 'veo3-fast', true, 160, 16_000],
  ])('%i videos of %s with audio %s cost %i cents each and %i cents in total', (videoCount, model, audioEnabled, single, total) => {
    const cost = videoCost({ model, durationSeconds: 8, audioEnabled, videoCount });
    expect(cost).toMatchObject({ singleVideoCost: single, totalCost: total, videoCount, audioEnabled, durationSeconds: 8 });
  });

  test('videoCost returns the name of the model and its price per second', () => {
    expect(videoCost({ model: 'veo3', durationSeconds: 8, audioEnabled: true, videoCount: 2 })).toMatchObject({
      modelName: 'Veo 3.1',
      pricePerSecond: 45,
    });
  });

  test.each(['', 'veo2', 'VEO3', 'constructor'])('videoCost throws for the unknown model %j', (model) => {
    expect(() => videoCost({ model, durationSeconds: 8, audioEnabled: false, videoCount: 1 })).toThrow(
      expect.objectContaining({ code: 'UnknownModel' }),
    );
  });

  test('hasCredits requires one dollar by default', () => {
    expect([99, 100, 101].map((cents) => hasCredits(cents))).toEqual([false, true, true]);
    expect(hasCredits(359, 360)).toBe(false);
  });
});

describe('money', () => {
  test.each([
    [500, 5, '5.00'],
    [1, 0.01, '0.01'],
    [-360, -3.6, '-3.60'],
    [0, 0, '0.00'],
    [1_999_999, 19_999.99, '19999.99'],
  ])('%i cents are %d dollars, formatted as %s', (cents, dollars, text) => {
    expect(dollarsFromCents(cents)).toBe(dollars);
    expect(centsFromDollars(dollars)).toBe(cents);
    expect(twoDecimals(cents)).toBe(text);
  });

  test('an amount with a fraction of a cent is refused', () => {
    expect(() => centsFromDollars(0.015)).toThrow(RangeError);
  });
});
