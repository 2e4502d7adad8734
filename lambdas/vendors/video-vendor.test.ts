import { afterEach, describe, expect, test } from 'vitest';
import { canReachUs, vendorOf, videoVendor } from './video-vendor.ts';

afterEach(() => {
  delete process.env.VIDEO_PROVIDER;
  delete process.env.VENDORS_REACH_US;
});

describe('the video vendor', () => {
  test.each(['fal', 'gemini'] as const)('new orders use the configured vendor: %s', (name) => {
    process.env.VIDEO_PROVIDER = name;
    expect(videoVendor().name).toBe(name);
  });

  test.each(['openai', 'toString', ''])('a vendor with the name %j is refused', (name) => {
    process.env.VIDEO_PROVIDER = name;
    expect(() => videoVendor()).toThrow();
  });

  test('an existing order uses the vendor that accepted the order, even after a change of the setting', () => {
    process.env.VIDEO_PROVIDER = 'gemini';
    expect([vendorOf({ vendor: 'fal' }).name, vendorOf({ vendor: 'gemini' }).name]).toEqual(['fal', 'gemini']);
    expect(vendorOf({}).name).toBe('fal');
  });

  test('canReachUs is true if the vendor supports webhooks and our site has a public address', () => {
    expect([canReachUs(videoVendor('fal')), canReachUs(videoVendor('gemini'))]).toEqual([true, false]);
    process.env.VENDORS_REACH_US = 'false';
    expect([canReachUs(videoVendor('fal')), canReachUs(videoVendor('gemini'))]).toEqual([false, false]);
  });
});
