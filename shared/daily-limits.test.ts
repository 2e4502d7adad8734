import { expect, test } from 'vitest';
import { activeBatchesMax, activeOperationsMax, signupBonusCents } from './credits/ledger.ts';
import { type DailyUse, dailyLimits, helpersDayMils, neverPaidDayMils, vendorWorkLimits } from './daily-limits.ts';
import { videoPriceMils } from './vendor-prices.ts';
import { concurrentVideosMax } from './video/defaults.ts';

const video = (model: 'veo3' | 'veo3-fast', generateAudio: boolean) => videoPriceMils({ model, durationSeconds: 8, generateAudio }, 'fal');

test('a person who has never paid costs at most five dollars a day', () => {
  expect(neverPaidDayMils()).toBeLessThanOrEqual(5_000);
});

test.each<[string, number]>([
  ['two silent videos of the dear model, and twenty images', 2 * video('veo3', false) + 20 * 37],
  ['one video with sound, and a silent quick one', video('veo3', true) + video('veo3-fast', false)],
  ['three quick videos with sound', 3 * video('veo3-fast', true)],
  ['a hundred images', 100 * 37],
])('the welcome bonus can be spent in one day on %s', (_, mils) => {
  expect(signupBonusCents).toBe(500);
  expect(mils).toBeLessThanOrEqual(vendorWorkLimits.neverPaid);
});

/** At its last moment everything that an account may run at once is still at the vendor, and fails too. */
const inFlightMils = (activeOperationsMax + activeBatchesMax * concurrentVideosMax) * video('veo3', true);

test('an account that has paid leaves us at most 160 dollars a day unpaid', () => {
  expect(helpersDayMils('paid') + vendorWorkLimits.unpaid + inFlightMils).toBeLessThanOrEqual(160_000);
});

test('who has never paid has no higher limit than who has', () => {
  for (const use of Object.keys(dailyLimits) as DailyUse[]) expect(dailyLimits[use].neverPaid).toBeLessThanOrEqual(dailyLimits[use].paid);
});
