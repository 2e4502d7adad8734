import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { connectionFaults } from './connection-faults.ts';
import { formOf } from './form.ts';
import { createScript, faultOf } from './script.ts';
import { type StandIn, startServer } from './server.ts';
import { addFaultRule, call } from './test-support.ts';

const faultSchema = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('no') }), ...connectionFaults]);
const bodyBytesMax = 1_000;

/** Starts a vendor that accepts one key. Its response contains the last word of the path and the fields of the form. */
async function startEcho(port?: number): Promise<StandIn> {
  const faults = createScript(faultSchema);
  const standIn = await startServer({
    port,
    bodyBytesMax,
    script: faults,
    paidRoutes: ['echo'],
    error: (status, message) => ({ status, json: message }),
    keyError: ({ headers }) => (headers.authorization === 'Key right' ? undefined : { status: 401, json: 'no key' }),
    open: () => ({
      routes: [
        {
          name: 'echo',
          method: 'POST',
          path: /^\/echo\/(\w+)$/,
          respond({ form }, word = '') {
            if (word === 'failing') throw new Error('failing');
            const scriptedFaults = faults.take(word);
            if (faultOf(scriptedFaults, 'no')) return { status: 400, json: 'no' };
            return { status: 200, json: { word, fields: form?.fields }, faults: scriptedFaults };
          },
        },
      ],
    }),
  });
  onTestFinished(standIn.stop);
  return standIn;
}

const headers = { authorization: 'Key right' };
const echo = ({ url }: StandIn, word = 'hello', form?: FormData) => call('POST', `${url}/echo/${word}`, { headers, form });

function formWith(fields: Record<string, string>, fileBytes: number): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('photo', new Blob([Buffer.alloc(fileBytes)], { type: 'image/jpeg' }), 'a.jpg');
  return form;
}

test('the server reads a form, and logs the fields and the sizes of the files', async () => {
  const standIn = await startEcho();
  expect(await echo(standIn, 'hello', formWith({ left: '3', prompt: 'ä "quoted"' }, 300))).toMatchObject({
    status: 200,
    body: { word: 'hello', fields: { left: '3', prompt: 'ä "quoted"' } },
  });
  await echo(standIn, 'failing');
  const { body } = await call('GET', `${standIn.url}/_requests`);
  expect(body).toMatchObject({ counts: { echo: 2 }, paidSubmits: 1 });
  expect(body.requests[0]).toMatchObject({
    path: '/echo/hello',
    status: 200,
    body: { fields: { left: '3' }, files: [{ name: 'photo', fileName: 'a.jpg', contentType: 'image/jpeg', sizeBytes: 300 }] },
  });
  expect(body.requests[1]).toMatchObject({ status: 500 });
});

test.each([
  ['not a form', { 'content-type': 'application/json' }, '{}'],
  ['without a boundary', { 'content-type': 'multipart/form-data' }, 'x'],
  ['incomplete', { 'content-type': 'multipart/form-data; boundary=b' }, '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf'],
  [
    'incomplete within a file',
    { 'content-type': 'multipart/form-data; boundary=b' },
    '--b\r\nContent-Disposition: form-data; name="a"; filename="a.jpg"\r\n\r\nhalf',
  ],
])('formOf returns undefined for a body that is %s', async (_, headersOfBody, body) => {
  expect(await formOf({ headers: headersOfBody, body: Buffer.from(body) })).toBeUndefined();
});

test('a call without the key, to an unknown path, or with a body that is too large gets an error in the format of the vendor', async () => {
  const standIn = await startEcho();
  expect(await call('POST', `${standIn.url}/echo/hello`)).toMatchObject({ status: 401, body: 'no key' });
  expect(await call('GET', `${standIn.url}/echo/hello`, { headers })).toMatchObject({ status: 405 });
  expect(await call('GET', `${standIn.url}/nowhere`)).toMatchObject({ status: 404, body: expect.stringContaining('GET /nowhere') });
  expect(await echo(standIn, 'hello', formWith({}, bodyBytesMax))).toMatchObject({
    status: 413,
    body: expect.stringContaining('larger than 1000 bytes'),
  });
  expect((await call('GET', `${standIn.url}/_requests`)).body.paidSubmits).toBe(0);
});

test('a rule applies as many times as its field `times` says, and no longer applies after the script is cleared', async () => {
  const standIn = await startEcho();
  await addFaultRule(standIn.url, { match: 'a', times: 1, fault: { kind: 'no' } });
  const echoStatuses = async (...words: string[]) => {
    const statuses: number[] = [];
    for (const word of words) statuses.push((await echo(standIn, word)).status);
    return statuses;
  };
  expect(await echoStatuses('b', 'bad', 'bad')).toEqual([200, 400, 200]);
  await addFaultRule(standIn.url, { fault: { kind: 'no' } });
  expect(await echoStatuses('b')).toEqual([400]);
  await call('DELETE', `${standIn.url}/_script`);
  expect(await echoStatuses('b')).toEqual([200]);
  expect(await addFaultRule(standIn.url, { fault: { kind: 'unknown' } })).toMatchObject({
    status: 400,
    body: { detail: expect.any(String) },
  });
});

test('a fault can make a response incomplete, empty, malformed, redirected, too large or late', async () => {
  const standIn = await startEcho();
  const echoWithFault = async (fault: object) => {
    await addFaultRule(standIn.url, { times: 1, fault });
    return echo(standIn);
  };
  await expect(echoWithFault({ kind: 'cut' })).rejects.toThrow();
  await expect(echoWithFault({ kind: 'cut', at: 'within' })).rejects.toThrow();
  expect((await echoWithFault({ kind: 'empty' })).bytes).toHaveLength(0);
  expect((await echoWithFault({ kind: 'malformed' })).body).toMatch('<html>');
  const oversized = await echoWithFault({ kind: 'oversized', bytes: 100_000 });
  expect(oversized.bytes).toHaveLength(100_000);
  expect(oversized.headers.get('content-length')).toBeNull();
  const redirected = await echoWithFault({ kind: 'redirect' });
  expect([redirected.status, redirected.headers.get('location')]).toEqual([307, 'http://169.254.169.254/latest/meta-data/']);
  expect(await echoWithFault({ kind: 'slow', ms: 1 })).toMatchObject({ status: 200 });
});

test('a held response is sent after its release', async () => {
  const standIn = await startEcho();
  await addFaultRule(standIn.url, { fault: { kind: 'held' } });
  const callCount = async () => (await call('GET', `${standIn.url}/_requests`)).body.counts.echo;
  let responses = 0;
  void echo(standIn).then(({ status }) => (responses += Number(status === 200)));
  await expect.poll(callCount).toBe(1);
  expect(responses).toBe(0);
  expect(await call('POST', `${standIn.url}/_script/release`)).toMatchObject({ status: 204 });
  await expect.poll(() => responses).toBe(1);
  expect(await echo(standIn)).toMatchObject({ status: 200 });
});

test('stop() ends pending calls and releases the port, and can be called again', async () => {
  const standIn = await startEcho();
  await addFaultRule(standIn.url, { fault: { kind: 'never' } });
  const pendingCall = echo(standIn).catch(() => 'cut');
  await expect.poll(async () => (await call('GET', `${standIn.url}/_requests`)).body.counts.echo).toBe(1);
  await expect(startEcho(standIn.port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await Promise.all([standIn.stop(), standIn.stop()]);
  expect(await pendingCall).toBe('cut');
  const second = await startEcho(standIn.port);
  expect(second.port).toBe(standIn.port);
});
