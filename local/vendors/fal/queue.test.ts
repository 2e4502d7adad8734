import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { photoUrl } from '../../demo/clips/photo.test-support.ts';
import {
  call,
  eventually,
  isRunning,
  type Reply,
  reached,
  startForTest,
  startReceiver,
  submit,
  temporaryDirectory,
} from './test-support.ts';

const long = { resolution: '1080p', duration: '8s' };
const short = { resolution: '720p', duration: '4s' };

/** Returns the process that renders the request. The name of its unfinished file contains the process id. */
const runnerOf = (directory: string, { body }: Reply): Promise<number> =>
  eventually(async () => {
    const names = await readdir(join(directory, 'files'));
    const [, pid] =
      names
        .map((name) => /^(.+)\.mp4\.(\d+)\.part$/.exec(name) ?? [])
        .find(([, id]) => id === body.request_id)
        ?.slice(1) ?? [];
    if (!pid) throw new Error('No process renders the request');
    return Number(pid);
  });

test('runs two requests in parallel, and the others wait in a queue', async () => {
  const standIn = await startForTest();
  const [first, second, third, fourth] = [
    await submit(standIn, long),
    await submit(standIn, long),
    await submit(standIn, long),
    await submit(standIn, long),
  ];
  const codeAndStatusOf = async ({ body }: Reply) => {
    const { status, body: now } = await call('GET', body.status_url);
    return [status, now.status];
  };
  expect(await codeAndStatusOf(first)).toEqual([202, 'IN_PROGRESS']);
  expect(await codeAndStatusOf(second)).toEqual([202, 'IN_PROGRESS']);
  expect(await codeAndStatusOf(third)).toEqual([202, 'IN_QUEUE']);
  expect(await codeAndStatusOf(fourth)).toEqual([202, 'IN_QUEUE']);

  expect(await call('PUT', third.body.cancel_url)).toMatchObject({ status: 200 });
  expect(await codeAndStatusOf(fourth)).toEqual([202, 'IN_QUEUE']);
  await call('PUT', first.body.cancel_url);
  await reached(fourth, 'IN_PROGRESS');
  expect(await codeAndStatusOf(second)).toEqual([202, 'IN_PROGRESS']);
});

test('kills the child process on a cancel, and leaves no file', async () => {
  const standIn = await startForTest();
  const submitted = await submit(standIn, long);
  const runner = await runnerOf(standIn.directory, await reached(submitted, 'IN_PROGRESS'));
  expect(await isRunning(runner)).toBe(true);
  const files = () => readdir(join(standIn.directory, 'files'));
  await eventually(async () => expect(await files()).toEqual([expect.stringMatching(/\.part$/)]));

  expect((await call('PUT', submitted.body.cancel_url)).status).toBe(202);
  await eventually(async () => expect(await isRunning(runner)).toBe(false));
  await eventually(async () => expect(await files()).toEqual([]));
  expect(await call('GET', submitted.body.response_url)).toMatchObject({ status: 499, body: { error_type: 'client_cancelled' } });
});

test('kills running renders on stop(), and the next start renders and announces all unfinished requests', async () => {
  const receiver = await startReceiver();
  const standIn = await startForTest();
  const submitted = await submit(standIn, short, receiver.url);
  await submit(standIn, short);
  const waiting = await submit(standIn, short);
  const runner = await runnerOf(standIn.directory, await reached(submitted, 'IN_PROGRESS'));
  await standIn.stop();
  expect(await isRunning(runner)).toBe(false);
  expect(receiver.received).toEqual([]);

  const again = await startForTest({ directory: standIn.directory });
  const atNewAddress = ({ body }: Reply): Reply => ({ body: { status_url: body.status_url.replace(standIn.url, again.url) } }) as Reply;
  await reached(atNewAddress(submitted), 'COMPLETED');
  await eventually(() => expect(receiver.received).toHaveLength(1));
  const { video } = JSON.parse(receiver.received[0]!.body).payload;
  expect((await fetch(video.url, { method: 'HEAD' })).headers.get('content-length')).toBe(String(video.file_size));
  expect((await reached(atNewAddress(waiting), 'COMPLETED')).body).not.toHaveProperty('error');
});

test('its renders end if the process is killed', async () => {
  const directory = await temporaryDirectory();
  const input = { prompt: 'A mug', image_url: await photoUrl(), ...long };
  const program = `
    import { startFalStandIn } from ${JSON.stringify(new URL('./fal-stand-in.ts', import.meta.url).href)};
    const { url } = await startFalStandIn({ directory: ${JSON.stringify(directory)} });
    process.stdout.write(url);`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [url] = await once(parent.stdout, 'data');
  const submitted = await call('POST', `${url}/fal-ai/veo3.1/image-to-video`, input);
  const runner = await runnerOf(directory, await reached(submitted, 'IN_PROGRESS'));
  expect(await isRunning(runner)).toBe(true);

  parent.kill('SIGKILL');
  await once(parent, 'close');
  await eventually(async () => expect(await isRunning(runner)).toBe(false));
});

test('stop() can be called twice, and a crashed runner fails only its own request', async () => {
  const standIn = await startForTest();
  const submitted = await submit(standIn, long);
  process.kill(await runnerOf(standIn.directory, await reached(submitted, 'IN_PROGRESS')), 'SIGKILL');
  expect((await reached(submitted, 'COMPLETED')).body).toMatchObject({ error_type: 'internal_server_error' });
  expect((await call('GET', submitted.body.response_url)).status).toBe(500);
  await standIn.stop();
  await standIn.stop();
  await expect(fetch(standIn.url)).rejects.toThrow('fetch failed');
});
