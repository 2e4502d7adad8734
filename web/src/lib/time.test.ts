import { expect, test } from 'vitest';
import { recordServerTime, serverNow } from './clock.ts';
import { dateAndTime, dayName, elapsedTime, relativeTime, roughTime } from './time.ts';

const now = Date.parse('2026-03-10T12:00:00.000Z');

test.each([
  ['2026-03-10T11:59:59.000Z', undefined],
  ['2026-03-10T11:00:01.000Z', undefined],
  ['2026-03-10T11:00:00.000Z', '1 hour ago'],
  ['2026-03-09T13:00:00.000Z', '23 hours ago'],
  ['2026-03-09T12:00:00.000Z', '1 day ago'],
  ['2025-03-10T12:00:00.000Z', '365 days ago'],
  ['2026-03-10T12:00:05.000Z', undefined],
])('the time %s is formatted as %s', (iso, text) => {
  expect(relativeTime(iso, now, 'en')).toBe(text);
});

test('relative times are formatted in the given language', () => {
  expect(relativeTime('2026-03-10T09:00:00.000Z', now, 'de')).toBe('vor 3 Stunden');
});

test.each([
  [0, 'en', 'Today'],
  [-1, 'en', 'Today'],
  [1, 'en', 'Yesterday'],
  [1, 'de', 'Gestern'],
  [2, 'en', 'Mar 8, 2026'],
])('a day %i days ago is named in the language %s as %s', (days, language, name) => {
  const noon = (day: number) => new Date(2026, 2, day, 12);
  expect(dayName(noon(10 - days).toISOString(), noon(10).getTime(), language)).toBe(name);
});

test('a time shortly before midnight of today is shown as "Yesterday"', () => {
  expect(dayName(new Date(2026, 2, 9, 23, 59).toISOString(), new Date(2026, 2, 10, 0, 1).getTime(), 'en')).toBe('Yesterday');
});

test('a timestamp is formatted as a medium date and a short time', () => {
  expect(dateAndTime('2026-03-10T12:00:00.000Z', 'en').replace(/\s/g, ' ')).toMatch(/^Mar (9|10|11), 2026, \d{1,2}:00 [AP]M$/);
});

test.each([
  [-500, '0:00'],
  [0, '0:00'],
  [65_400, '1:05'],
  [3_600_000, '1:00:00'],
  [4_329_000, '1:12:09'],
])('an elapsed time of %i ms is formatted as %s', (ms, text) => {
  expect(elapsedTime(ms)).toBe(text);
});

test.each([
  [200, '10 sec'],
  [31_000, '40 sec'],
  [89_000, '90 sec'],
  [90_000, '2 min'],
  [600_000, '10 min'],
])('a duration of %i ms is rounded to %s', (ms, text) => {
  expect(roughTime(ms, 'en')).toBe(text);
});

test('the server time corrects a wrong clock, but a difference of up to 2 s is ignored because of the response delay', () => {
  recordServerTime('Tue, 10 Mar 2026 12:05:00 GMT', now);
  expect(serverNow(now)).toBe(now + 300_000);
  recordServerTime('no date', now);
  expect(serverNow(now)).toBe(now + 300_000);
  recordServerTime('Tue, 10 Mar 2026 12:00:01 GMT', now);
  expect(serverNow(now)).toBe(now);
});
