import { expect, test } from 'vitest';
import type { VideoBatchItem, VideoBatchResponse } from '#shared/batch/api.ts';
import { batchStatusOf, countersOf } from '#shared/batch/batch.ts';
import { joinMeasured, type Measured, measured } from './durations.ts';
import { remainingMs } from './estimate.ts';
import { videoItem } from './items.test-support.ts';

const begin = Date.parse('2026-01-01T00:00:00.000Z');
const at = (seconds: number) => new Date(begin + seconds * 1_000).toISOString();

const item = (change: Partial<VideoBatchItem>) => videoItem('a', 'queued', change);
const queued = (count: number, model = 'veo3') => Array.from({ length: count }, () => item({ model }));
const generating = (since: number, model = 'veo3') => item({ status: 'generating', startedAt: at(since), model });
const delivered = (seconds: number, model = 'veo3') => item({ status: 'completed', startedAt: at(0), completedAt: at(seconds), model });
const batch = (...items: VideoBatchItem[]): VideoBatchResponse => ({
  batchId: 'b',
  kind: 'video',
  status: batchStatusOf(items),
  createdAt: at(0),
  counters: countersOf(items),
  items,
});
const remembered = (model: string, ...seconds: number[]): Measured[] =>
  seconds.map((count, index) => ({ id: `${model} ${index}`, model, ms: count * 1_000 }));

test.each([
  ['is undefined without a measurement', batch(...queued(3)), [], undefined],
  ['counts five videos as parallel', batch(...queued(5)), remembered('veo3', 60), 60],
  ['counts the sixth video after the first five', batch(...queued(6)), remembered('veo3', 60), 120],
  ['subtracts the time that has passed', batch(generating(0), generating(20)), remembered('veo3', 60), 50],
  ['counts a video that takes longer than usual as zero', batch(generating(-100)), remembered('veo3', 60), 0],
  ['prefers the durations of the batch to the stored ones', batch(delivered(40), ...queued(1)), remembered('veo3', 600), 40],
  ['uses the median, not the slowest duration', batch(...queued(1)), remembered('veo3', 50, 60, 900), 60],
  ['ignores the durations of another model', batch(...queued(1, 'veo3-fast')), remembered('veo3', 60), undefined],
  [
    'uses the durations of each model',
    batch(generating(30), generating(30, 'veo3-fast')),
    [...remembered('veo3', 60), ...remembered('veo3-fast', 20)],
    60,
  ],
  [
    'does not count failed and cancelled videos',
    batch(delivered(40), item({ status: 'failed' }), item({ status: 'cancelled' }), ...queued(1)),
    [],
    40,
  ],
])('the estimate %s', (_name, subject, known, seconds) => {
  expect(remainingMs([subject], known, begin + 30_000)).toBe(seconds === undefined ? undefined : seconds * 1_000);
});

test('the estimate counts batches as parallel, and ended batches as zero', () => {
  const known = remembered('veo3', 60);
  expect(remainingMs([batch(...queued(6)), batch(...queued(1)), batch(delivered(10))], known, begin)).toBe(120_000);
  expect(remainingMs([batch(delivered(10))], known, begin)).toBeUndefined();
});

test('only delivered videos are measured, each once, and the newest twenty durations of each model are stored', () => {
  const items = [delivered(30), item({ status: 'failed', startedAt: at(0) }), item({})].map((one) => ({ ...one, batchId: 'b' }));
  expect(measured(items)).toEqual([{ id: 'b/a', model: 'veo3', ms: 30_000 }]);
  const many = remembered('veo3', ...Array.from({ length: 25 }, (_, n) => n + 1));
  const joined = joinMeasured([...many, ...remembered('veo3-fast', 1)], [{ id: 'new', model: 'veo3', ms: 5 }, ...many.slice(-1)]);
  expect(joined).toHaveLength(21);
  expect(joined.filter(({ model }) => model === 'veo3').at(-1)?.id).toBe('new');
});
