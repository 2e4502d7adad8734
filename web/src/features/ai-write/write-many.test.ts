import { expect, test } from 'vitest';
import { type WriteCounts, writeMany } from './write-many.ts';

/** Returns a work function whose calls end only when the test ends them. */
function controlledWork() {
  const started: number[] = [];
  const ends = new Map<number, { resolve: () => void; reject: (error: unknown) => void }>();
  const work = (entry: number) => {
    started.push(entry);
    return new Promise<void>((resolve, reject) => ends.set(entry, { resolve, reject }));
  };
  return {
    started,
    work,
    end: (entry: number) => ends.get(entry)?.resolve(),
    fail: (entry: number, error: unknown) => ends.get(entry)?.reject(error),
  };
}

const flushPromises = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

function start(entries: number[], abort = new AbortController()) {
  const { work, ...controls } = controlledWork();
  const progress: WriteCounts[] = [];
  const isFatal = (error: unknown) => error === 'limit';
  const result = writeMany(entries, { concurrency: 3, signal: abort.signal, work, isFatal, onProgress: (counts) => progress.push(counts) });
  return { ...controls, progress, result, abort };
}

test('writeMany runs three calls at a time, starts the next call when a call ends, and reports each step', async () => {
  const { started, end, progress, result } = start([1, 2, 3, 4, 5]);
  expect(started).toEqual([1, 2, 3]);
  end(2);
  await flushPromises();
  expect(started).toEqual([1, 2, 3, 4]);
  expect(progress).toEqual([{ done: 1, failed: 0, total: 5 }]);
  for (const entry of [1, 3, 4]) end(entry);
  await flushPromises();
  end(5);
  expect(await result).toEqual({ done: 5, failed: 0, total: 5 });
});

test('writeMany continues with the other entries if an entry fails', async () => {
  const { end, fail, result } = start([1, 2]);
  fail(1, new Error('refused'));
  end(2);
  expect(await result).toEqual({ done: 1, failed: 1, total: 2 });
});

test('writeMany starts no more work after it has reached the daily limit, but still counts the work that is already running', async () => {
  const { started, end, fail, result } = start([1, 2, 3, 4, 5]);
  fail(1, 'limit');
  await flushPromises();
  end(2);
  end(3);
  expect(await result).toEqual({ done: 2, failed: 1, total: 5, endedBy: 'limit' });
  expect(started).toEqual([1, 2, 3]);
});

test('writeMany starts no more work after a stop, and does not count interrupted work as failed', async () => {
  const { started, end, fail, result, abort } = start([1, 2, 3, 4]);
  end(1);
  await flushPromises();
  abort.abort();
  for (const entry of [2, 3, 4]) fail(entry, abort.signal.reason);
  expect(await result).toEqual({ done: 1, failed: 0, total: 4 });
  expect(started).toEqual([1, 2, 3, 4]);
});

test('writeMany ends immediately if the list is empty', async () => {
  expect(await start([]).result).toEqual({ done: 0, failed: 0, total: 0 });
});
