/** Tests each fault over HTTP, as a caller sees it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeClip } from '../../demo/clips/decode-clip.test-support.ts';
import { call, eventually, quick, reached, script, startForTest, startReceiver, submit, temporaryDirectory } from './test-support.ts';

/** Long enough to tell a late response from one in time on a busy machine. */
const slowMs = 1_500;
/** A timer may fire this much early. */
const timerMs = 5;

async function timed<Value>(work: Promise<Value>): Promise<{ value: Value; ms: number }> {
  const from = performance.now();
  return { value: await work, ms: performance.now() - from };
}

describe('a generation that fails is COMPLETED with an error', () => {
  test.each([
    ['internal_server_error', 500],
    ['generation_timeout', 504],
    ['downstream_service_unavailable', 500],
    ['downstream_service_error', 400],
    ['no_media_generated', 422],
  ])('%s: the result has status %i, and the webhook reports it', async (type, status) => {
    const [standIn, receiver] = [await startForTest(), await startReceiver()];
    await script(standIn, { fault: { kind: 'completed-with-error', type } });
    const submitted = await submit(standIn, {}, receiver.url);
    expect(submitted.status).toBe(200);
    expect(await reached(submitted, 'COMPLETED')).toMatchObject({ status: 200, body: { error: expect.any(String), error_type: type } });
    const result = await call('GET', submitted.body.response_url);
    expect(result).toMatchObject({ status, body: { detail: [{ loc: ['body'], type, msg: expect.any(String) }] } });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
      status: 'ERROR',
      error: `Invalid status code: ${status}`,
      payload: result.body,
    });
  });
});

describe('a slow response', () => {
  test('to the submit comes after the order is accepted and announced', async () => {
    const [standIn, receiver] = [await startForTest(), await startReceiver()];
    await script(standIn, { fault: [{ kind: 'refuse' }, { kind: 'slow', ms: slowMs }] });
    const answer = timed(submit(standIn, {}, receiver.url));
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const { value, ms } = await answer;
    expect(value.status).toBe(200);
    expect(ms).toBeGreaterThan(slowMs - timerMs);
  });

  test('to a rejected submit', async () => {
    const standIn = await startForTest();
    await script(standIn, {
      fault: [
        { kind: 'status', status: 503 },
        { kind: 'slow', ms: slowMs },
      ],
    });
    const { value, ms } = await timed(submit(standIn));
    expect(value.status).toBe(503);
    expect(ms).toBeGreaterThan(slowMs - timerMs);
  });

  test.each(['status', 'result'] as const)('only to the %s', async (on) => {
    const standIn = await startForTest();
    await script(standIn, { fault: [{ kind: 'refuse' }, { kind: 'slow', on, ms: slowMs }] });
    const submitted = await timed(submit(standIn));
    const { status_url, response_url } = submitted.value.body;
    const waits = { status: (await timed(call('GET', status_url))).ms, result: (await timed(call('GET', response_url))).ms };
    expect(submitted.ms).toBeLessThan(slowMs);
    expect(waits[on]).toBeGreaterThan(slowMs - timerMs);
    expect(waits[on === 'status' ? 'result' : 'status']).toBeLessThan(slowMs);
  });

  test('does not delay stop()', async () => {
    const standIn = await startForTest();
    await script(standIn, { fault: [{ kind: 'refuse' }, { kind: 'slow', ms: 120_000 }] });
    const cutOff = submit(standIn).catch(() => 'cut off');
    await eventually(async () => expect((await call('GET', `${standIn.url}/_requests`)).body.counts.submit).toBe(1));
    await standIn.stop();
    await cutOff;
  });
});

describe('a malformed success', () => {
  test('has no video, in the result and in the webhook', async () => {
    const [standIn, receiver] = [await startForTest(), await startReceiver()];
    await script(standIn, { fault: [quick, { kind: 'malformed', as: 'no-video' }] });
    const submitted = await submit(standIn, {}, receiver.url);
    expect((await reached(submitted, 'COMPLETED')).body).not.toHaveProperty('error');
    expect(await call('GET', submitted.body.response_url)).toMatchObject({ status: 200, body: {} });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ status: 'OK', payload: {} });
  });

  test('ends in the middle of its JSON', async () => {
    const [standIn, receiver] = [await startForTest(), await startReceiver()];
    await script(standIn, { fault: [quick, { kind: 'malformed', as: 'not-json' }] });
    const submitted = await submit(standIn, {}, receiver.url);
    await reached(submitted, 'COMPLETED');
    const result = await fetch(submitted.body.response_url, { headers: { authorization: 'Key test' } });
    expect([result.status, result.headers.get('content-type')]).toEqual([200, 'application/json']);
    await expect(result.json()).rejects.toThrow(SyntaxError);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(receiver.received[0]!.body).toContain(submitted.body.request_id);
    expect(() => JSON.parse(receiver.received[0]!.body)).toThrow(SyntaxError);
  });

  test('is malformed only in the webhook', async () => {
    const [standIn, receiver] = [await startForTest(), await startReceiver()];
    await script(standIn, { fault: [quick, { kind: 'malformed', as: 'unserialisable' }] });
    const submitted = await submit(standIn, {}, receiver.url);
    await reached(submitted, 'COMPLETED');
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ status: 'OK', payload: null, payload_error: expect.any(String) });
    expect((await call('GET', submitted.body.response_url)).body.video.url).toEqual(expect.any(String));
  });
});

test.each([404, 410])('a deleted result has status %i for every method', async (status) => {
  const standIn = await startForTest();
  await script(standIn, { times: 1, fault: [quick, { kind: 'result-gone', status }] });
  await script(standIn, { match: 'stays', fault: quick });
  const urlOf = async (prompt: string): Promise<string> => {
    const submitted = await submit(standIn, { prompt });
    await reached(submitted, 'COMPLETED');
    return (await call('GET', submitted.body.response_url)).body.video.url;
  };
  const url = await urlOf('goes');
  expect((await fetch(url)).status).toBe(status);
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(status);
  expect((await fetch(await urlOf('stays'))).status).toBe(200);
});

describe('a clip that differs from the order', () => {
  test.each<[string, object, object]>([['is too short', {}, { codec: 'h264', seconds: 1, width: 64, height: 64 }]])(
    '%s, but is a valid mp4',
    async (_what, fault, expected) => {
      const standIn = await startForTest();
      await script(standIn, { fault: { ...quick, ...fault } });
      const submitted = await submit(standIn, { duration: '8s' });
      await reached(submitted, 'COMPLETED');
      const { url } = (await call('GET', submitted.body.response_url)).body.video;
      const file = join(await temporaryDirectory(), 'clip.mp4');
      await writeFile(file, Buffer.from(await (await fetch(url)).arrayBuffer()));
      expect(await decodeClip(file)).toMatchObject(expected);
    },
  );
});

describe('a duplicate request id', () => {
  test('repeats the id of the newest request, or of the newest whose prompt contains a text; accepts nothing new', async () => {
    const [standIn, receiver] = [await startForTest(), await startReceiver()];
    await script(standIn, { match: 'plain', fault: { kind: 'refuse' } });
    await script(standIn, { match: 'copy', fault: { kind: 'duplicate-request-id' } });
    await script(standIn, { match: 'copy of red', fault: { kind: 'duplicate-request-id', of: 'red' } });
    const idOf = async (prompt: string) => (await submit(standIn, { prompt }, receiver.url)).body.request_id;
    const [red, blue] = [await idOf('plain red'), await idOf('plain blue')];
    expect(red).not.toBe(blue);
    expect(await idOf('a copy')).toBe(blue);
    expect(await idOf('a copy of red')).toBe(red);
    await eventually(() => expect(receiver.received).toHaveLength(2));
  });

  test('is a new id if there is no earlier request', async () => {
    const standIn = await startForTest();
    await script(standIn, { fault: [{ kind: 'duplicate-request-id' }] });
    expect((await submit(standIn)).status).toBe(200);
  });
});

describe('a clip that is due later', () => {
  const afterMs = 1_500;
  const due = { ...quick, afterMs };

  test('is announced at that time, not before, even if many are due', async () => {
    const [standIn, receiver] = [await startForTest(), await startReceiver()];
    await script(standIn, { match: 'first', fault: quick });
    await script(standIn, { match: 'due', fault: due });
    await reached(await submit(standIn, { prompt: 'first' }), 'COMPLETED');
    const submitted = await Promise.all(Array.from({ length: 50 }, () => submit(standIn, { prompt: 'due' }, receiver.url)));
    await eventually(() => expect(receiver.received).toHaveLength(50));
    for (const { body } of submitted) {
      const seconds = (await call('GET', body.status_url)).body.metrics.inference_time;
      expect(seconds * 1000).toBeGreaterThanOrEqual(afterMs - 50);
    }
  });

  test('is still due after a restart, but not after a cancel', async () => {
    const [standIn, receiver] = [await startForTest(), await startReceiver()];
    await script(standIn, { fault: due });
    await submit(standIn, {}, receiver.url);
    const cancelled = await submit(standIn, {}, receiver.url);
    expect((await call('PUT', cancelled.body.cancel_url)).status).toBe(202);
    await standIn.stop();
    await startForTest({ directory: standIn.directory });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(receiver.received[0]!.body).not.toContain(cancelled.body.request_id);
  });
});
