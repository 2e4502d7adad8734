import { afterEach, describe, expect, test } from 'vitest';
import { canReachUs, vendorOf, videoVendor } from './video-vendor.ts';

afterEach(() => {
  delete process.env.VIDEO_PROVIDER;
  delete process.env.VENDORS_REACH_US;
});

describe('the vendor of videos', () => {
  test.each(['fal', 'gemini'] as const)('of new orders is the one that is set: %s', (name) => {
    process.env.VIDEO_PROVIDER = name;
    expect(videoVendor().name).toBe(name);
  });

  test.each(['openai', 'toString', ''])('is never %j', (name) => {
    process.env.VIDEO_PROVIDER = name;
    expect(() => videoVendor()).toThrow();
  });

  test('of an order that stands is the one that took it, whatever is set', () => {
    process.env.VIDEO_PROVIDER = 'gemini';
    expect([vendorOf({ vendor: 'fal' }).name, vendorOf({ vendor: 'gemini' }).name]).toEqual(['fal', 'gemini']);
    expect(vendorOf({}).name).toBe('fal');
  });

  test('reaches us where it calls at all and we stand where it can', () => {
    expect([canReachUs(videoVendor('fal')), canReachUs(videoVendor('gemini'))]).toEqual([true, false]);
    process.env.VENDORS_REACH_US = 'false';
    expect([canReachUs(videoVendor('fal')), canReachUs(videoVendor('gemini'))]).toEqual([false, false]);
  });
});
