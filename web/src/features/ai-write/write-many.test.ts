import { expect, test } from 'vitest';
import { type Tally, writeMany } from './write-many.ts';

/** Returns a work function whose calls end only when the test ends them. */
function workshop() {
  const begun: number[] = [];
  const ends = new Map<number, { resolve: () => void; reject: (error: unknown) => void }>();
  const work = (thing: number) => {
    begun.push(thing);
    return new Promise<void>((resolve, reject) => ends.set(thing, { resolve, reject }));
  };
  return {
    begun,
    work,
    end: (thing: number) => ends.get(thing)?.resolve(),
    fail: (thing: number, error: unknown) => ends.get(thing)?.reject(error),
  };
}

const turns = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

function start(things: number[], abort = new AbortController()) {
  const { work, ...shop } = workshop();
  const told: Tally[] = [];
  const endsAll = (error: unknown) => error === 'limit';
  const all = writeMany(things, { atOnce: 3, signal: abort.signal, work, endsAll, onProgress: (tally) => told.push(tally) });
  return { ...shop, told, all, abort };
}

test('writeMany runs three calls at a time, starts the next when one ends, and reports each step', async () => {
  const { begun, end, told, all } = start([1, 2, 3, 4, 5]);
  expect(begun).toEqual([1, 2, 3]);
  end(2);
  await turns();
  expect(begun).toEqual([1, 2, 3, 4]);
  expect(told).toEqual([{ done: 1, failed: 0, total: 5 }]);
  for (const thing of [1, 3, 4]) end(thing);
  await turns();
  end(5);
  expect(await all).toEqual({ done: 5, failed: 0, total: 5 });
});

test('writeMany continues with the other entries if one fails', async () => {
  const { end, fail, all } = start([1, 2]);
  fail(1, new Error('refused'));
  end(2);
  expect(await all).toEqual({ done: 1, failed: 1, total: 2 });
});

test('writeMany starts no more work after the daily limit, and still counts the running work', async () => {
  const { begun, end, fail, all } = start([1, 2, 3, 4, 5]);
  fail(1, 'limit');
  await turns();
  end(2);
  end(3);
  expect(await all).toEqual({ done: 2, failed: 1, total: 5, endedBy: 'limit' });
  expect(begun).toEqual([1, 2, 3]);
});

test('writeMany starts no more work after a stop, and does not count interrupted work as failed', async () => {
  const { begun, end, fail, all, abort } = start([1, 2, 3, 4]);
  end(1);
  await turns();
  abort.abort();
  for (const thing of [2, 3, 4]) fail(thing, abort.signal.reason);
  expect(await all).toEqual({ done: 1, failed: 0, total: 4 });
  expect(begun).toEqual([1, 2, 3, 4]);
});

test('writeMany ends immediately if the list is empty', async () => {
  expect(await start([]).all).toEqual({ done: 0, failed: 0, total: 0 });
});
