import { expect, test } from 'vitest';
import { videoBatch, videoItem } from './fake-api.test-support.ts';
import { shareAfter, shareOf, shareOfRun } from './run-progress.ts';

const startMs = Date.parse('2026-01-01T10:00:00.000Z');
const measured = [{ id: 'a/single', model: 'veo3', ms: 20_000 }];

test.each([
  [0, 0.02],
  [10_000, 0.41],
  [20_000, 0.8],
])('%i ms after the start of a video that usually takes 20 s, the progress is %d', (passedMs, share) => {
  expect(shareAfter(passedMs, 20_000)).toBeCloseTo(share);
});

test('the progress always grows, and stays below 95 percent while the video is being made', () => {
  const shares = Array.from({ length: 100 }, (_, step) => shareAfter(step * 2_000, 20_000));
  for (const [index, share] of shares.entries()) {
    expect(share).toBeGreaterThan(shares[index - 1] ?? 0);
    expect(share).toBeLessThan(0.95);
  }
});

test('the progress is not below its start value, even if the clock is wrong', () => {
  expect(shareAfter(-5_000, 20_000)).toBe(0.02);
});

test('the progress is computed from the measured durations of the model', () => {
  const item = videoItem();
  expect(shareOf(item, measured, startMs + 20_000)).toBeCloseTo(0.8);
  expect(shareOf(item, [{ ...measured[0]!, model: 'veo3-fast' }], startMs + 20_000)).toBeLessThan(0.25);
});

test('a video that is being sent or queued has the start value, and a delivered video has the progress 1', () => {
  expect(shareOf(undefined, measured, startMs)).toBe(0.02);
  expect(shareOf({ ...videoItem({ status: 'queued' }), startedAt: undefined }, measured, startMs)).toBe(0.02);
  expect(shareOf(videoItem({ status: 'completed' }), measured, startMs)).toBe(1);
});

test('the progress of a run is the progress of its slowest video', () => {
  const batches = [
    videoBatch('one'),
    videoBatch('two', { startedAt: '2026-01-01T10:00:10.000Z' }),
    videoBatch('old', { status: 'failed' }),
  ];
  expect(shareOfRun(batches, measured, startMs + 20_000)).toBeCloseTo(0.41);
  expect(shareOfRun([], measured, startMs)).toBe(0.02);
});
