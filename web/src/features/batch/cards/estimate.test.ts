import { expect, test } from 'vitest';
import type { VideoBatchItem, VideoBatchResponse } from '#shared/batch/api.ts';
import { batchStatusOf, countersOf } from '#shared/batch/batch.ts';
import { joinDurations, type MeasuredDuration, measureDurations } from './durations.ts';
import { remainingMs } from './estimate.ts';
import { videoItem } from './items.test-support.ts';

const beginMs = Date.parse('2026-01-01T00:00:00.000Z');
const isoTime = (seconds: number) => new Date(beginMs + seconds * 1_000).toISOString();

const item = (change: Partial<VideoBatchItem>) => videoItem('a', 'queued', change);
const queued = (count: number, model = 'veo3') => Array.from({ length: count }, () => item({ model }));
const generating = (startSeconds: number, model = 'veo3') => item({ status: 'generating', startedAt: isoTime(startSeconds), model });
const delivered = (seconds: number, model = 'veo3') =>
  item({ status: 'completed', startedAt: isoTime(0), completedAt: isoTime(seconds), model });
const batch = (...items: VideoBatchItem[]): VideoBatchResponse => ({
  batchId: 'b',
  kind: 'video',
  status: batchStatusOf(items),
  createdAt: isoTime(0),
  counters: countersOf(items),
  items,
});
const storedDurations = (model: string, ...seconds: number[]): MeasuredDuration[] =>
  seconds.map((count, index) => ({ id: `${model} ${index}`, model, ms: count * 1_000 }));

test.each([
  ['is the usual duration of the model without a measurement', batch(...queued(3)), [], 90],
  ['counts five videos as parallel', batch(...queued(5)), storedDurations('veo3', 60), 60],
  ['counts the sixth video after the first five', batch(...queued(6)), storedDurations('veo3', 60), 120],
  ['subtracts the time that has passed', batch(generating(0), generating(20)), storedDurations('veo3', 60), 50],
  ['counts a video that takes longer than usual as zero', batch(generating(-100)), storedDurations('veo3', 60), 0],
  ['uses the durations of the batch instead of the stored durations', batch(delivered(40), ...queued(1)), storedDurations('veo3', 600), 40],
  ['uses the median, not the slowest duration', batch(...queued(1)), storedDurations('veo3', 50, 60, 900), 60],
  ['is undefined for an unknown model', batch(...queued(3, 'veo9')), storedDurations('veo3', 60), undefined],
  ['ignores the durations of another model', batch(...queued(1, 'veo3-fast')), storedDurations('veo3', 200), 60],
  [
    'uses the durations of each model',
    batch(generating(30), generating(30, 'veo3-fast')),
    [...storedDurations('veo3', 60), ...storedDurations('veo3-fast', 20)],
    60,
  ],
  [
    'does not count failed and cancelled videos',
    batch(delivered(40), item({ status: 'failed' }), item({ status: 'cancelled' }), ...queued(1)),
    [],
    40,
  ],
])('the estimate %s', (_name, testedBatch, stored, seconds) => {
  expect(remainingMs([testedBatch], stored, beginMs + 30_000)).toBe(seconds === undefined ? undefined : seconds * 1_000);
});

test('the estimate assumes that batches run in parallel, and that ended batches need no time', () => {
  const stored = storedDurations('veo3', 60);
  expect(remainingMs([batch(...queued(6)), batch(...queued(1)), batch(delivered(10))], stored, beginMs)).toBe(120_000);
  expect(remainingMs([batch(delivered(10))], stored, beginMs)).toBeUndefined();
});

test('only delivered videos are measured, each one once, and the newest twenty durations of each model are stored', () => {
  const items = [delivered(30), item({ status: 'failed', startedAt: isoTime(0) }), item({})].map((one) => ({ ...one, batchId: 'b' }));
  expect(measureDurations(items)).toEqual([{ id: 'b/a', model: 'veo3', ms: 30_000 }]);
  const storedMany = storedDurations('veo3', ...Array.from({ length: 25 }, (_, n) => n + 1));
  const joined = joinDurations(
    [...storedMany, ...storedDurations('veo3-fast', 1)],
    [{ id: 'new', model: 'veo3', ms: 5 }, ...storedMany.slice(-1)],
  );
  expect(joined).toHaveLength(21);
  expect(joined.filter(({ model }) => model === 'veo3').at(-1)?.id).toBe('new');
});
