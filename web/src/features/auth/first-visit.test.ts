import { describe, expect, test } from 'vitest';
import { noteFirstVisit, pageAfterSignIn, takeFirstVisit } from './first-visit.ts';

describe('an address that is kept', () => {
  test.each([
    ['/', false],
    ['/?utm_source=mail', false],
    ['/pricing', true],
    ['/history?tab=image', true],
    ['/image-to-video', true],
    ['/batch-image-to-video', true],
    ['/payment/success?session_id=cs_1', true],
  ])('%s is kept (new account: %s)', (address, isNew) => {
    expect(pageAfterSignIn(address, isNew)).toEqual({ address, isFirstVisit: false });
  });
});

test.each([
  ['/', '/batch-image-to-video'],
  ['/?lang=de', '/batch-image-to-video?lang=de'],
])('a new account that signed in at %s starts at %s', (address, target) => {
  expect(pageAfterSignIn(address, true)).toEqual({ address: target, isFirstVisit: true });
});

test('a first visit is taken only once', () => {
  expect(takeFirstVisit()).toBe(false);
  noteFirstVisit();
  expect([takeFirstVisit(), takeFirstVisit()]).toEqual([true, false]);
});
