import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { photoUrl } from '../../demo/clips/photo.test-support.ts';
import {
  type CallResult,
  call,
  isRunning,
  startForTest,
  startReceiver,
  submit,
  temporaryDirectory,
  waitForStatus,
  waitUntil,
} from './test-support.ts';

const long = { resolution: '1080p', duration: '8s' };
const short = { resolution: '720p', duration: '4s' };

/** Returns the process that renders the request. The name of the unfinished file contains the process id. */
const runnerOf = (directory: string, { body }: CallResult): Promise<number> =>
  waitUntil(async () => {
    const names = await readdir(join(directory, 'files'));
    const [, pid] =
      names
        .map((name) => /^(.+)\.mp4\.(\d+)\.part$/.exec(name) ?? [])
        .find(([, id]) => id === body.request_id)
        ?.slice(1) ?? [];
    if (!pid) throw new Error('No process renders the request');
    return Number(pid);
  });

test('two requests run in parallel, and other requests wait in a queue', async () => {
  const standIn = await startForTest();
  const [first, second, third, fourth] = [
    await submit(standIn, long),
    await submit(standIn, long),
    await submit(standIn, long),
    await submit(standIn, long),
  ];
  const codeAndStatusOf = async ({ body }: CallResult) => {
    const { status, body: current } = await call('GET', body.status_url);
    return [status, current.status];
  };
  expect(await codeAndStatusOf(first)).toEqual([202, 'IN_PROGRESS']);
  expect(await codeAndStatusOf(second)).toEqual([202, 'IN_PROGRESS']);
  expect(await codeAndStatusOf(third)).toEqual([202, 'IN_QUEUE']);
  expect(await codeAndStatusOf(fourth)).toEqual([202, 'IN_QUEUE']);

  expect(await call('PUT', third.body.cancel_url)).toMatchObject({ status: 200 });
  expect(await codeAndStatusOf(fourth)).toEqual([202, 'IN_QUEUE']);
  await call('PUT', first.body.cancel_url);
  await waitForStatus(fourth, 'IN_PROGRESS');
  expect(await codeAndStatusOf(second)).toEqual([202, 'IN_PROGRESS']);
});

test('a cancel kills the child process and leaves no file', async () => {
  const standIn = await startForTest();
  const submitted = await submit(standIn, long);
  const runner = await runnerOf(standIn.directory, await waitForStatus(submitted, 'IN_PROGRESS'));
  expect(await isRunning(runner)).toBe(true);
  const files = () => readdir(join(standIn.directory, 'files'));
  await waitUntil(async () => expect(await files()).toEqual([expect.stringMatching(/\.part$/)]));

  expect((await call('PUT', submitted.body.cancel_url)).status).toBe(202);
  await waitUntil(async () => expect(await isRunning(runner)).toBe(false));
  await waitUntil(async () => expect(await files()).toEqual([]));
  expect(await call('GET', submitted.body.response_url)).toMatchObject({ status: 499, body: { error_type: 'client_cancelled' } });
});

test('stop() kills running renders, and the next start renders and reports all unfinished requests', async () => {
  const receiver = await startReceiver();
  const standIn = await startForTest();
  const submitted = await submit(standIn, short, receiver.url);
  await submit(standIn, short);
  const queued = await submit(standIn, short);
  const runner = await runnerOf(standIn.directory, await waitForStatus(submitted, 'IN_PROGRESS'));
  await standIn.stop();
  expect(await isRunning(runner)).toBe(false);
  expect(receiver.received).toEqual([]);

  const restarted = await startForTest({ directory: standIn.directory });
  const withNewAddress = ({ body }: CallResult): CallResult =>
    ({ body: { status_url: body.status_url.replace(standIn.url, restarted.url) } }) as CallResult;
  await waitForStatus(withNewAddress(submitted), 'COMPLETED');
  await waitUntil(() => expect(receiver.received).toHaveLength(1));
  const { video } = JSON.parse(receiver.received[0]!.body).payload;
  expect((await fetch(video.url, { method: 'HEAD' })).headers.get('content-length')).toBe(String(video.file_size));
  expect((await waitForStatus(withNewAddress(queued), 'COMPLETED')).body).not.toHaveProperty('error');
});

test('the renders end if the process of the stand-in is killed', async () => {
  const directory = await temporaryDirectory();
  const input = { prompt: 'A mug', image_url: await photoUrl(), ...long };
  const program = `
    import { startFalStandIn } from ${JSON.stringify(new URL('./fal-stand-in.ts', import.meta.url).href)};
    const { url } = await startFalStandIn({ directory: ${JSON.stringify(directory)} });
    process.stdout.write(url);`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [url] = await once(parent.stdout, 'data');
  const submitted = await call('POST', `${url}/fal-ai/veo3.1/image-to-video`, input);
  const runner = await runnerOf(directory, await waitForStatus(submitted, 'IN_PROGRESS'));
  expect(await isRunning(runner)).toBe(true);

  parent.kill('SIGKILL');
  await once(parent, 'close');
  await waitUntil(async () => expect(await isRunning(runner)).toBe(false));
});

test('stop() can be called twice, and a crashed runner affects only one request', async () => {
  const standIn = await startForTest();
  const submitted = await submit(standIn, long);
  process.kill(await runnerOf(standIn.directory, await waitForStatus(submitted, 'IN_PROGRESS')), 'SIGKILL');
  expect((await waitForStatus(submitted, 'COMPLETED')).body).toMatchObject({ error_type: 'internal_server_error' });
  expect((await call('GET', submitted.body.response_url)).status).toBe(500);
  await standIn.stop();
  await standIn.stop();
  await expect(fetch(standIn.url)).rejects.toThrow('fetch failed');
});
