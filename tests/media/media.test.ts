/**
 * Tests functions in slow mode, which enforces Lambda's limits for memory and processor time. With the largest accepted photos and clips,
 * the functions must stay below these limits.
 */
import { expect, test } from 'vitest';
import type { InvocationUsage } from '#local/template/resource-type.ts';
import { measureSlowMedia, mediaEntries } from '../fixtures/slow-media.ts';

const shareMax = 0.67;

test('every function that processes media stays below its memory limit and below two thirds of its time-out', {
  timeout: 900_000,
}, async () => {
  const measured = await measureSlowMedia();
  const isTooMuch = ({ seconds, timeoutSeconds, peakMb, memoryMb }: InvocationUsage) =>
    seconds > shareMax * timeoutSeconds || peakMb > memoryMb;
  expect(measured.filter(isTooMuch)).toEqual([]);
  expect([...new Set(measured.map(({ entry }) => entry))].toSorted()).toEqual(mediaEntries.toSorted());
});
