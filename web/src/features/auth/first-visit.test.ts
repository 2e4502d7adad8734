import { describe, expect, test } from 'vitest';
import { markFirstVisit, pageAfterSignIn, takeFirstVisit } from './first-visit.ts';

describe('the address after a sign-in', () => {
  test.each([
    ['/', false],
    ['/?utm_source=mail', false],
    ['/pricing', true],
    ['/history?tab=image', true],
    ['/image-to-video', true],
    ['/batch-image-to-video', true],
    ['/payment/success?session_id=cs_1', true],
  ])('the address after a sign-in is still %s if isNewAccount is %s', (address, isNew) => {
    expect(pageAfterSignIn(address, isNew)).toEqual({ address, isFirstVisit: false });
  });
});

test.each([
  ['/', '/batch-image-to-video'],
  ['/?lang=de', '/batch-image-to-video?lang=de'],
])('the address of a new account that signed in on %s is %s', (address, target) => {
  expect(pageAfterSignIn(address, true)).toEqual({ address: target, isFirstVisit: true });
});

test('takeFirstVisit returns true only once for each first visit', () => {
  expect(takeFirstVisit()).toBe(false);
  markFirstVisit();
  expect([takeFirstVisit(), takeFirstVisit()]).toEqual([true, false]);
});
