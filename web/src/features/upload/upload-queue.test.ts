import { expect, test, vi } from 'vitest';
import type { Photo } from './photo.ts';
import { createUploadQueue, type OnProgress, type Send } from './upload-queue.ts';

const photo = (id: string): Photo => ({ id, title: id, src: '', width: 1, height: 1, fileSize: 1 });
const runPendingCallbacks = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

function fakeSend() {
  const calls: {
    id: string;
    finish: (key: string) => void;
    fail: (error: Error) => void;
    progress: OnProgress;
    signal: AbortSignal;
  }[] = [];
  const send: Send = (subject, progress, signal) =>
    new Promise((finish, fail) => {
      calls.push({ id: subject.id, finish, fail, progress, signal });
    });
  return { calls, send };
}

test('the queue sends three photos in parallel, and starts the next upload when an upload succeeds or fails', async () => {
  const { calls, send } = fakeSend();
  const queue = createUploadQueue(send);
  const uploads = ['a', 'b', 'c', 'd', 'e'].map((id) => queue.ensure(photo(id)).catch(() => 'failed'));
  await runPendingCallbacks();
  expect(calls.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(queue.states().get('d')).toEqual({ status: 'waiting' });
  calls[1]?.finish('key-b');
  await runPendingCallbacks();
  calls[0]?.fail(new Error('no'));
  await runPendingCallbacks();
  expect(calls.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (const call of calls.slice(2)) call.finish(`key-${call.id}`);
  expect(await Promise.all(uploads)).toEqual(['failed', 'key-b', 'key-c', 'key-d', 'key-e']);
});

test('the queue sends a photo only once, but sends it again if its upload failed and the photo is requested again', async () => {
  const { calls, send } = fakeSend();
  const queue = createUploadQueue(send);
  const first = queue.ensure(photo('a'));
  expect(queue.ensure(photo('a'))).toBe(first);
  await runPendingCallbacks();
  calls[0]?.fail(new Error('no'));
  await expect(first).rejects.toThrow('no');
  expect(queue.states().get('a')).toMatchObject({ status: 'failed' });
  const second = queue.ensure(photo('a'));
  await runPendingCallbacks();
  calls[1]?.finish('key');
  expect(await second).toBe('key');
  expect(await queue.ensure(photo('a'))).toBe('key');
  expect(calls).toHaveLength(2);
});

test('the queue reports progress, and stops and removes the upload of a removed photo', async () => {
  const { calls, send } = fakeSend();
  const queue = createUploadQueue(send, 1);
  void queue.ensure(photo('a')).catch(() => undefined);
  void queue.ensure(photo('b')).catch(() => undefined);
  await runPendingCallbacks();
  calls[0]?.progress(0.5);
  expect(queue.states().get('a')).toEqual({ status: 'sending', share: 0.5 });
  calls[0]?.progress(0.51);
  expect(queue.states().get('a')).toEqual({ status: 'sending', share: 0.5 });
  calls[0]?.progress('stalled');
  expect(queue.states().get('a')).toEqual({ status: 'stalled' });
  calls[0]?.progress(0);
  expect(queue.states().get('a')).toEqual({ status: 'sending', share: 0 });
  queue.keepOnly(new Set(['b']));
  expect(calls[0]?.signal.aborted).toBe(true);
  expect([...queue.states().keys()]).toEqual(['b']);
  calls[0]?.fail(new Error('stopped'));
  await runPendingCallbacks();
  expect([...queue.states().keys()]).toEqual(['b']);
  expect(calls.map(({ id }) => id)).toEqual(['a', 'b']);
});

test('the queue does not upload a photo that is already in storage', async () => {
  const { calls, send } = fakeSend();
  const queue = createUploadQueue(send);
  expect(await queue.ensure({ ...photo('result'), uploadKey: 'results/image.jpg' })).toBe('results/image.jpg');
  expect(calls).toEqual([]);
  expect(queue.states().size).toBe(0);
});

test('the queue calls a listener only once if several changes happen almost at the same time', async () => {
  vi.useFakeTimers();
  const { send } = fakeSend();
  const queue = createUploadQueue(send);
  const listener = vi.fn();
  queue.subscribe(listener);
  for (let number = 0; number < 300; number++) void queue.ensure(photo(`${number}`)).catch(() => undefined);
  expect(queue.states().size).toBe(300);
  expect(queue.states()).toBe(queue.states());
  await vi.advanceTimersByTimeAsync(60);
  expect(listener).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
