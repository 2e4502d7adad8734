import { expect, test } from 'vitest';
import { activeBatchesMax, activeOperationsMax, activeOrdersMax, signupBonusCents } from './credits/ledger.ts';
import { type DailyUse, dailyLimits, helpersDayMils, neverPaidDayMils, vendorWorkLimits } from './daily-limits.ts';
import { windowBatchesMax } from './order/rules.ts';
import { videoPriceMils } from './vendor-prices.ts';
import { concurrentVideosMax } from './video/defaults.ts';

const videoMils = (model: 'veo3' | 'veo3-fast', generateAudio: boolean) =>
  videoPriceMils({ model, durationSeconds: 8, generateAudio }, 'fal');

test('a person who has never paid costs us at most five dollars a day', () => {
  expect(neverPaidDayMils()).toBeLessThanOrEqual(5_000);
});

test.each<[string, number]>([
  ['two silent veo3 videos and twenty images', 2 * videoMils('veo3', false) + 20 * 37],
  ['one veo3 video with audio and one silent veo3-fast video', videoMils('veo3', true) + videoMils('veo3-fast', false)],
  ['three veo3-fast videos with audio', 3 * videoMils('veo3-fast', true)],
  ['a hundred images', 100 * 37],
])('the welcome bonus can pay, in one day, for %s', (_, mils) => {
  expect(signupBonusCents).toBe(500);
  expect(mils).toBeLessThanOrEqual(vendorWorkLimits.neverPaid);
});

/** The worst case. When the account reaches the limit, all its parallel work is at the vendor, and all of this work fails. */
const inFlightItems = activeOperationsMax + (activeBatchesMax + activeOrdersMax * windowBatchesMax) * concurrentVideosMax;

test('an account that has paid can cause at most 350 dollars of uncharged cost per day', () => {
  expect(helpersDayMils('paid') + vendorWorkLimits.unpaid + inFlightItems * videoMils('veo3', true)).toBeLessThanOrEqual(350_000);
});

test('the limits without a payment are never higher than the limits with a payment', () => {
  for (const use of Object.keys(dailyLimits) as DailyUse[]) expect(dailyLimits[use].neverPaid).toBeLessThanOrEqual(dailyLimits[use].paid);
});
