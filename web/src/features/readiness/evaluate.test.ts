import { describe, expect, test } from 'vitest';
import type { Probe } from '#shared/marketplaces/probe.ts';
import { rulesOf } from './evaluate.ts';
import { countUnready, isUnreadyFor } from './readiness-store.ts';

const clip: Probe = { kind: 'video', container: 'mp4', codec: 'h264', seconds: 8, width: 1080, height: 1920, bytes: 4_000_000 };
const long: Probe = { ...clip, seconds: 12 };
const photo: Probe = { kind: 'image', format: 'jpeg', width: 1200, height: 1200, bytes: 900_000, aiMade: true };

const summaryOf = (chosen: readonly string[], probe: Probe) =>
  rulesOf(chosen)
    .shopsOf(probe)
    .map(({ shop, state, unreadyIds }) => [shop, state, unreadyIds.length]);

describe('the readiness', () => {
  test.each<[string, readonly string[], Probe, unknown]>([
    [
      'of a clip of 8 s for two shops is sorted from worst to best',
      ['etsy.listing-video', 'shopee.listing-video'],
      clip,
      [
        ['shopee', 'notReady', 1],
        ['etsy', 'ready', 0],
      ],
    ],
    ['of a shop with several placements is the worst', ['shopee.feed-video', 'shopee.listing-video'], clip, [['shopee', 'notReady', 1]]],
    ['of a longer clip', ['shopee.listing-video'], long, [['shopee', 'ready', 0]]],
    ['for a shop without numbers', ['temu.listing-video'], clip, [['temu', 'unknown', 0]]],
    ['ignores placements of the other kind', ['shopee.listing-video', 'amazon.main-image'], photo, [['amazon', 'notReady', 1]]],
    ['ignores a placement without rules', ['gone.listing-video'], clip, []],
  ])('the readiness %s', (_, chosen, probe, expected) => expect(summaryOf(chosen, probe)).toEqual(expected));

  test('the readiness of the same result is computed only once', () => {
    const rules = rulesOf(['shopee.listing-video']);
    expect(rules.shopsOf(clip)).toBe(rules.shopsOf(clip));
  });
});

describe('the filter', () => {
  test('the filter counts the results that a marketplace refuses, but not results without measured properties', () => {
    const rules = rulesOf(['shopee.listing-video', 'etsy.listing-video']);
    const results = [{ probe: clip }, { probe: long }, { probe: { ...clip } }, {}];
    expect(countUnready(rules, results)).toEqual([{ shop: 'shopee', name: 'Shopee', count: 2 }]);
    expect(countUnready(undefined, results)).toEqual([]);
    expect(isUnreadyFor('shopee', undefined, { probe: clip })).toBe(false);
    expect([clip, long, undefined].map((probe) => isUnreadyFor('shopee', rules, { probe }))).toEqual([true, false, false]);
    expect(isUnreadyFor('etsy', rules, { probe: clip })).toBe(false);
  });
});
