import { expect, test } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import type { Photo } from './photo.ts';
import { withRetries } from './send-photo.ts';
import type { OnProgress, Send } from './upload-queue.ts';

const photo: Photo = { id: 'a', title: 'a.jpg', src: '', width: 1, height: 1, fileSize: 1 };

/** Simulates the attempts of one upload with these results, in this order. An error is thrown. A text is returned as the key. */
function uploadWith(...results: (Error | string)[]) {
  const reportedProgress: (number | 'stalled')[] = [];
  const waits: number[] = [];
  let calls = 0;
  const send: Send = async () => {
    const result = results[calls++] ?? 'past the end';
    if (result instanceof Error) throw result;
    return result;
  };
  const onProgress: OnProgress = (share) => void reportedProgress.push(share);
  const wait = async (ms: number) => void waits.push(ms);
  const run = (signal = new AbortController().signal) => withRetries(send, wait)(photo, onProgress, signal);
  return { run, reportedProgress, waits, calls: () => calls };
}

const lostResponse = () => new ApiError('Unreachable');

test('an upload is retried without a limit while the network is down, with longer pauses', async () => {
  const upload = uploadWith(...Array.from({ length: 8 }, lostResponse), 'key');
  expect(await upload.run()).toBe('key');
  expect(upload.waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect(upload.reportedProgress.slice(0, 2)).toEqual(['stalled', 0]);
});

test('an upload stops after three errors of the server, and lost responses do not count', async () => {
  const upload = uploadWith(
    lostResponse(),
    new ApiError('InternalError'),
    lostResponse(),
    new ApiError('InternalError'),
    new ApiError('InternalError'),
  );
  await expect(upload.run()).rejects.toMatchObject({ code: 'InternalError' });
  expect(upload.calls()).toBe(5);
});

test('an upload stops immediately after a rejection', async () => {
  const upload = uploadWith(new ApiError('ImageTooLarge'), 'key');
  await expect(upload.run()).rejects.toMatchObject({ code: 'ImageTooLarge' });
  expect(upload.calls()).toBe(1);
});

test('a removed photo is not sent again', async () => {
  const controller = new AbortController();
  controller.abort();
  const upload = uploadWith(lostResponse(), 'key');
  await expect(upload.run(controller.signal)).rejects.toMatchObject({ code: 'Unreachable' });
  expect(upload.calls()).toBe(1);
});
