/** Tests the promise of the page before an order: finish can adapt a clip and a transparent cut-out, but not a generated background. */
import { expect, test } from 'vitest';
import { defaultPreferences, isRefusal } from '#shared/marketplaces/plan.ts';
import { planImage } from '#shared/marketplaces/plan-image.ts';
import { planLength } from '#shared/marketplaces/plan-length.ts';
import { readinessOf } from '#shared/marketplaces/readiness.ts';
import { placements } from '#shared/marketplaces/rules.ts';
import { videoDefaults } from '#shared/video/defaults.ts';

const refusesBackground = placements.filter(
  (placement) => placement.kind === 'image' && readinessOf({ kind: 'image', whiteBackground: false }, placement).state === 'notReady',
);

test.each(placements.filter(({ kind }) => kind === 'video'))('finish can adapt the length of each video for $id', ({ rules }) => {
  expect(isRefusal(planLength(videoDefaults.durationSeconds, rules, defaultPreferences.video))).toBe(false);
});

test.each(refusesBackground)('finish can adapt a cut-out for $id, but cannot replace a generated background', ({ rules }) => {
  const picture = {
    kind: 'image',
    format: 'png',
    width: 2000,
    height: 2000,
    bytes: 400_000,
    fillShare: 0.9,
    whiteBackground: false,
  } as const;
  const product = { left: 100, top: 100, width: 1800, height: 1800 };
  expect(isRefusal(planImage({ ...picture, product, alpha: true }, rules, defaultPreferences.image))).toBe(false);
  expect(planImage({ ...picture, product, alpha: false }, rules, defaultPreferences.image)).toMatchObject({ reason: 'needsCutOut' });
});
