import { expect, test } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import type { Photo } from './photo.ts';
import { patiently } from './send-photo.ts';
import type { OnProgress, Send } from './upload-queue.ts';

const photo: Photo = { id: 'a', title: 'a.jpg', src: '', width: 1, height: 1, fileSize: 1 };

/** Simulates these results in order: an error is thrown, a text is returned as the key. */
function story(...answers: (Error | string)[]) {
  const told: (number | 'stalled')[] = [];
  const waits: number[] = [];
  let calls = 0;
  const send: Send = async () => {
    const answer = answers[calls++] ?? 'past the end';
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const onProgress: OnProgress = (share) => void told.push(share);
  const wait = async (ms: number) => void waits.push(ms);
  const run = (signal = new AbortController().signal) => patiently(send, wait)(photo, onProgress, signal);
  return { run, told, waits, calls: () => calls };
}

const silence = () => new ApiError('Unreachable');

test('retries without a limit while the network is down, with longer pauses', async () => {
  const upload = story(...Array.from({ length: 8 }, silence), 'key');
  expect(await upload.run()).toBe('key');
  expect(upload.waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect(upload.told.slice(0, 2)).toEqual(['stalled', 0]);
});

test('calls a failing server three times; missing responses between do not count', async () => {
  const upload = story(silence(), new ApiError('InternalError'), silence(), new ApiError('InternalError'), new ApiError('InternalError'));
  await expect(upload.run()).rejects.toMatchObject({ code: 'InternalError' });
  expect(upload.calls()).toBe(5);
});

test('stops immediately after a rejection', async () => {
  const upload = story(new ApiError('ImageTooLarge'), 'key');
  await expect(upload.run()).rejects.toMatchObject({ code: 'ImageTooLarge' });
  expect(upload.calls()).toBe(1);
});

test('does not send a removed photo again', async () => {
  const stopped = new AbortController();
  stopped.abort();
  const upload = story(silence(), 'key');
  await expect(upload.run(stopped.signal)).rejects.toMatchObject({ code: 'Unreachable' });
  expect(upload.calls()).toBe(1);
});
