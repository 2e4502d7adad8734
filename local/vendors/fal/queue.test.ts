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

const longClip = { resolution: '1080p', duration: '8s' };
const shortClip = { resolution: '720p', duration: '4s' };

/** Returns the id of the process that renders the request. The name of the unfinished file contains this id. */
const renderPidOf = (directory: string, { body }: CallResult): Promise<number> =>
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
    await submit(standIn, longClip),
    await submit(standIn, longClip),
    await submit(standIn, longClip),
    await submit(standIn, longClip),
  ];
  const codeAndStatusOf = async ({ body }: CallResult) => {
    const { status, body: statusBody } = await call('GET', body.status_url);
    return [status, statusBody.status];
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
  const submitResult = await submit(standIn, longClip);
  const renderPid = await renderPidOf(standIn.directory, await waitForStatus(submitResult, 'IN_PROGRESS'));
  expect(await isRunning(renderPid)).toBe(true);
  const files = () => readdir(join(standIn.directory, 'files'));
  await waitUntil(async () => expect(await files()).toEqual([expect.stringMatching(/\.part$/)]));

  expect((await call('PUT', submitResult.body.cancel_url)).status).toBe(202);
  await waitUntil(async () => expect(await isRunning(renderPid)).toBe(false));
  await waitUntil(async () => expect(await files()).toEqual([]));
  expect(await call('GET', submitResult.body.response_url)).toMatchObject({ status: 499, body: { error_type: 'client_cancelled' } });
});

test('stop() kills running renders, and the next start renders and reports all unfinished requests', async () => {
  const receiver = await startReceiver();
  const standIn = await startForTest();
  const submitResult = await submit(standIn, shortClip, receiver.url);
  await submit(standIn, shortClip);
  const queuedRequest = await submit(standIn, shortClip);
  const renderPid = await renderPidOf(standIn.directory, await waitForStatus(submitResult, 'IN_PROGRESS'));
  await standIn.stop();
  expect(await isRunning(renderPid)).toBe(false);
  expect(receiver.webhooks).toEqual([]);

  const restartedStandIn = await startForTest({ directory: standIn.directory });
  const withNewUrl = ({ body }: CallResult): CallResult =>
    ({ body: { status_url: body.status_url.replace(standIn.url, restartedStandIn.url) } }) as CallResult;
  await waitForStatus(withNewUrl(submitResult), 'COMPLETED');
  await waitUntil(() => expect(receiver.webhooks).toHaveLength(1));
  const { video } = JSON.parse(receiver.webhooks[0]!.body).payload;
  expect((await fetch(video.url, { method: 'HEAD' })).headers.get('content-length')).toBe(String(video.file_size));
  expect((await waitForStatus(withNewUrl(queuedRequest), 'COMPLETED')).body).not.toHaveProperty('error');
});

test('the renders end if the process of the stand-in is killed', async () => {
  const directory = await temporaryDirectory();
  const input = { prompt: 'A mug', image_url: await photoUrl(), ...longClip };
  const program = `
    import { startFalStandIn } from ${JSON.stringify(new URL('./fal-stand-in.ts', import.meta.url).href)};
    const { url } = await startFalStandIn({ directory: ${JSON.stringify(directory)} });
    process.stdout.write(url);`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [url] = await once(parent.stdout, 'data');
  const submitResult = await call('POST', `${url}/fal-ai/veo3.1/image-to-video`, input);
  const renderPid = await renderPidOf(directory, await waitForStatus(submitResult, 'IN_PROGRESS'));
  expect(await isRunning(renderPid)).toBe(true);

  parent.kill('SIGKILL');
  await once(parent, 'close');
  await waitUntil(async () => expect(await isRunning(renderPid)).toBe(false));
});

test('stop() can be called twice, and the crash of a render process affects only one request', async () => {
  const standIn = await startForTest();
  const submitResult = await submit(standIn, longClip);
  process.kill(await renderPidOf(standIn.directory, await waitForStatus(submitResult, 'IN_PROGRESS')), 'SIGKILL');
  expect((await waitForStatus(submitResult, 'COMPLETED')).body).toMatchObject({ error_type: 'internal_server_error' });
  expect((await call('GET', submitResult.body.response_url)).status).toBe(500);
  await standIn.stop();
  await standIn.stop();
  await expect(fetch(standIn.url)).rejects.toThrow('fetch failed');
});
