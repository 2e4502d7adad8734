import { expect, test } from 'vitest';
import type { Probe } from './probe.ts';
import { readinessOf } from './readiness.ts';
import { placementOf } from './rules.ts';

const clip: Probe = { kind: 'video', container: 'mp4', codec: 'h264', seconds: 8, width: 1080, height: 1920, bytes: 16_000_000 };
const photo: Probe = { kind: 'image', format: 'jpeg', width: 1024, height: 1024, bytes: 900_000, aiMade: true };

test.each([
  ['a clip of 8 s', clip, 'shopee.listing-video', 'notReady', ['seconds']],
  ['a clip of 12 s', { ...clip, seconds: 12 }, 'shopee.listing-video', 'ready', []],
  ['a clip of 12 s with 31 MB', { ...clip, seconds: 12, bytes: 31_000_000 }, 'shopee.listing-video', 'notReady', ['bytes']],
  ['a short and heavy clip', { ...clip, bytes: 31_000_000 }, 'shopee.listing-video', 'notReady', ['seconds', 'bytes']],
  ['a clip without a measured size', { ...clip, seconds: 12, bytes: undefined }, 'shopee.listing-video', 'unknown', ['bytes']],
  ['an AI image', photo, 'amazon.main-image', 'notReady', ['aiMade']],
  ['an image with a usual format', photo, 'shopee.listing-image', 'ready', []],
] as const)('%s for %s is %s', (_, probe, id, state, fields) => {
  const readiness = readinessOf(probe as Probe, placementOf(id));
  expect([readiness.state, readiness.rules.map(({ field }) => field)]).toEqual([state, fields]);
});

test('a placement without any number is unknown', () => {
  expect(readinessOf(clip, placementOf('temu.listing-video'))).toMatchObject({ state: 'unknown', rules: [] });
});

test('a file that fails only advice is ready', () => {
  const upright = { ...clip, seconds: 20 };
  expect(readinessOf({ ...upright, width: 1920, height: 1080 }, placementOf('shopee.feed-video')).state).toBe('ready');
});

test('a file of another kind causes an error', () => {
  expect(() => readinessOf(photo, placementOf('shopee.listing-video'))).toThrow(TypeError);
});
