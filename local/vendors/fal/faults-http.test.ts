/** Tests over HTTP how each scripted fault changes the responses, the results and the webhooks of the stand-in. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeClip } from '../../demo/clips/decode-clip.test-support.ts';
import {
  addFaultRule,
  call,
  quickClip,
  startForTest,
  startReceiver,
  submit,
  temporaryDirectory,
  waitForStatus,
  waitUntil,
} from './test-support.ts';

describe('a generation that fails is COMPLETED with an error', () => {
  test.each([
    ['internal_server_error', 500],
    ['generation_timeout', 504],
    ['downstream_service_unavailable', 500],
    ['downstream_service_error', 400],
    ['no_media_generated', 422],
  ])('a generation with the error %s is COMPLETED, its result has status %i, and the webhook reports the error', async (type, status) => {
    const [standIn, receiver] = [await startForTest(), await startReceiver()];
    await addFaultRule(standIn, { fault: { kind: 'completed-with-error', type } });
    const submitResult = await submit(standIn, {}, receiver.url);
    expect(submitResult.status).toBe(200);
    expect(await waitForStatus(submitResult, 'COMPLETED')).toMatchObject({
      status: 200,
      body: { error: expect.any(String), error_type: type },
    });
    const result = await call('GET', submitResult.body.response_url);
    expect(result).toMatchObject({ status, body: { detail: [{ loc: ['body'], type, msg: expect.any(String) }] } });
    await waitUntil(() => expect(receiver.webhooks).toHaveLength(1));
    expect(JSON.parse(receiver.webhooks[0]!.body)).toMatchObject({
      status: 'ERROR',
      error: `Invalid status code: ${status}`,
      payload: result.body,
    });
  });
});

describe('a clip that differs from the order', () => {
  test.each<[string, object, object]>([['is too short', {}, { codec: 'h264', seconds: 1, width: 64, height: 64 }]])(
    'a clip %s, but is a valid mp4',
    async (_what, fault, expected) => {
      const standIn = await startForTest();
      await addFaultRule(standIn, { fault: { ...quickClip, ...fault } });
      const submitResult = await submit(standIn, { duration: '8s' });
      await waitForStatus(submitResult, 'COMPLETED');
      const { url } = (await call('GET', submitResult.body.response_url)).body.video;
      const file = join(await temporaryDirectory(), 'clip.mp4');
      await writeFile(file, Buffer.from(await (await fetch(url)).arrayBuffer()));
      expect(await decodeClip(file)).toMatchObject(expected);
    },
  );
});

describe('a duplicate request id', () => {
  test('a duplicate request does not start, and gets the id of the newest request, or of the newest with the text in `of`', async () => {
    const [standIn, receiver] = [await startForTest(), await startReceiver()];
    await addFaultRule(standIn, { match: 'plain', fault: { kind: 'refuse' } });
    await addFaultRule(standIn, { match: 'copy', fault: { kind: 'duplicate-request-id' } });
    await addFaultRule(standIn, { match: 'copy of red', fault: { kind: 'duplicate-request-id', of: 'red' } });
    const idOf = async (prompt: string) => (await submit(standIn, { prompt }, receiver.url)).body.request_id;
    const [red, blue] = [await idOf('plain red'), await idOf('plain blue')];
    expect(red).not.toBe(blue);
    expect(await idOf('a copy')).toBe(blue);
    expect(await idOf('a copy of red')).toBe(red);
    await waitUntil(() => expect(receiver.webhooks).toHaveLength(2));
  });

  test('a duplicate request id has no effect if there is no earlier request', async () => {
    const standIn = await startForTest();
    await addFaultRule(standIn, { fault: [{ kind: 'duplicate-request-id' }] });
    expect((await submit(standIn)).status).toBe(200);
  });
});

describe('a clip with a delay', () => {
  const afterMs = 1_500;
  const delayedClip = { ...quickClip, afterMs };

  test('a clip with a delay is reported after the delay and not earlier, even if many clips have the same delay', async () => {
    const [standIn, receiver] = [await startForTest(), await startReceiver()];
    await addFaultRule(standIn, { match: 'first', fault: quickClip });
    await addFaultRule(standIn, { match: 'due', fault: delayedClip });
    await waitForStatus(await submit(standIn, { prompt: 'first' }), 'COMPLETED');
    const submitResults = await Promise.all(Array.from({ length: 50 }, () => submit(standIn, { prompt: 'due' }, receiver.url)));
    await waitUntil(() => expect(receiver.webhooks).toHaveLength(50));
    for (const { body } of submitResults) {
      const seconds = (await call('GET', body.status_url)).body.metrics.inference_time;
      expect(seconds * 1000).toBeGreaterThanOrEqual(afterMs - 50);
    }
  });

  test('a clip with a delay is still reported after a restart, but not after a cancel', async () => {
    const [standIn, receiver] = [await startForTest(), await startReceiver()];
    await addFaultRule(standIn, { fault: delayedClip });
    await submit(standIn, {}, receiver.url);
    const cancelledRequest = await submit(standIn, {}, receiver.url);
    expect((await call('PUT', cancelledRequest.body.cancel_url)).status).toBe(202);
    await standIn.stop();
    await startForTest({ directory: standIn.directory });
    await waitUntil(() => expect(receiver.webhooks).toHaveLength(1));
    expect(receiver.webhooks[0]!.body).not.toContain(cancelledRequest.body.request_id);
  });
});
