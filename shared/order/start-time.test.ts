import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantOf } from './start-time.ts';

const isoOf = (time: string, zone: string) => instantOf({ time, zone })?.toISOString();

describe('the instant of a local time', () => {
  test.each([
    ['2026-11-27T09:00', 'Asia/Bangkok', '2026-11-27T02:00:00.000Z'],
    ['2026-11-27T00:00', 'Asia/Tokyo', '2026-11-26T15:00:00.000Z'],
    ['2026-07-01T09:30', 'Asia/Kolkata', '2026-07-01T04:00:00.000Z'],
    ['2026-07-01T23:00', 'America/Los_Angeles', '2026-07-02T06:00:00.000Z'],
    ['2026-11-27T09:00', 'UTC', '2026-11-27T09:00:00.000Z'],
  ])('%s in %s is %s', (time, zone, instant) => expect(isoOf(time, zone)).toBe(instant));

  test.each([
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-03-08T02:15', 'America/New_York', '2026-03-08T07:15:00.000Z'],
    ['2026-10-04T02:10', 'Australia/Lord_Howe', '2026-10-03T15:40:00.000Z'],
  ])('a time that summer time skips (%s in %s) is moved to %s', (time, zone, instant) => expect(isoOf(time, zone)).toBe(instant));

  test.each([
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-01T01:15', 'America/New_York', '2026-11-01T05:15:00.000Z'],
  ])('if a time occurs twice (%s in %s), the first instant is used: %s', (time, zone, instant) => expect(isoOf(time, zone)).toBe(instant));

  test.each([
    ['2026-02-30T09:00', 'UTC'],
    ['2026-13-01T09:00', 'UTC'],
    ['2026-11-27T24:30', 'UTC'],
    ['2026-11-27T09:00', 'Mars/Base'],
    ['2026-11-27T09:00', '../UTC'],
  ])('%s in %s does not exist', (time, zone) => expect(isoOf(time, zone)).toBeUndefined());

  test('at the returned instant, a clock in the zone shows the requested time, except for skipped times', () => {
    const zones = ['Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Chatham', 'Africa/Casablanca', 'UTC'];
    const minutes = fc.integer({ min: Date.UTC(2024, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 });
    fc.assert(
      fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
        const time = new Date(minute * 60_000).toISOString().slice(0, 16);
        const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
          instantOf({ time, zone }),
        );
        const laterMs = Date.parse(`${shown.replace(' ', 'T')}:00Z`) - minute * 60_000;
        expect([0, 60 * 60_000]).toContain(laterMs);
      }),
      { numRuns: 500 },
    );
  });
});
