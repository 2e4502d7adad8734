/** Tests the HTTP interface of the stand-in: requests that Google accepts or rejects, and the responses. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { decodeClip } from '../../demo/clips/decode-clip.test-support.ts';
import type { StandIn } from '../kit/server.ts';
import { addFaultRule, type CallResult, call } from '../kit/test-support.ts';
import { startGeminiStandIn } from './gemini-stand-in.ts';

const headers = { 'x-goog-api-key': 'test' };
const deadlineMs = 60_000;
let data: string;

beforeAll(async () => {
  const photo = await sharp({ create: { width: 640, height: 1138, channels: 3, background: '#c08040' } })
    .jpeg()
    .toBuffer();
  data = photo.toString('base64');
});

async function start(directory?: string): Promise<StandIn> {
  const folder = directory ? undefined : temporaryFolder('gemini');
  const standIn = await startGeminiStandIn({ directory: directory ?? String(folder?.path) });
  onTestFinished(async () => {
    await standIn.stop();
    folder?.remove();
  });
  return standIn;
}

const instance = (prompt: string) => ({ prompt, image: { bytesBase64Encoded: data, mimeType: 'image/jpeg' } });
const submit = (
  { url }: StandIn,
  { prompt = 'A mug', parameters = {}, model = 'veo-3.1-generate-preview' }: { prompt?: string; parameters?: object; model?: string } = {},
): Promise<CallResult> =>
  call('POST', `${url}/v1beta/models/${model}:predictLongRunning`, { headers, json: { instances: [instance(prompt)], parameters } });
const getOperation = ({ url }: StandIn, name: string): Promise<CallResult> => call('GET', `${url}/v1beta/${name}`, { headers });
const waitUntilDone = (standIn: StandIn, name: string): Promise<CallResult> =>
  vi.waitFor(
    async () => {
      const response = await getOperation(standIn, name);
      if (!response.body.done) throw new Error('The operation is not finished');
      return response;
    },
    { interval: 20, timeout: deadlineMs },
  );
const generate = ({ url }: StandIn, instruction: string, model = 'gemini-3.5-flash-lite'): Promise<CallResult> =>
  call('POST', `${url}/v1beta/models/${model}:generateContent`, {
    headers,
    json: { contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/jpeg', data } }, { text: instruction }] }] },
  });
const uriOf = (response: CallResult): string => response.body.response.generateVideoResponse.generatedSamples[0].video.uri;
const countPaidCalls = async ({ url }: StandIn): Promise<number> => (await call('GET', `${url}/_requests`)).body.paidSubmits;

describe('a video', () => {
  test(
    'a video can be ordered, polled and fetched with the key, and has Veo’s size, duration and sound',
    async () => {
      const standIn = await start();
      const { status, body } = await submit(standIn, { parameters: { aspectRatio: '9:16', durationSeconds: 4, resolution: '720p' } });
      expect([status, body]).toEqual([200, { name: expect.stringMatching(/^models\/veo-3\.1-generate-preview\/operations\/\w+$/) }]);
      expect((await getOperation(standIn, body.name)).body).toEqual({ name: body.name });
      const uri = uriOf(await waitUntilDone(standIn, body.name));
      expect(uri).toMatch(/\/v1beta\/files\/\w+:download\?alt=media$/);
      expect(await call('GET', uri)).toMatchObject({ status: 403, body: { error: { status: 'PERMISSION_DENIED' } } });
      const clip = await call('GET', uri, { headers });
      expect(clip.headers.get('content-type')).toBe('video/mp4');
      const folder = temporaryFolder('gemini-clip');
      onTestFinished(() => folder.remove());
      const file = join(folder.path, 'clip.mp4');
      await writeFile(file, clip.bytes);
      expect(await decodeClip(file)).toMatchObject({ codec: 'h264', width: 720, height: 1280, seconds: 4, sound: expect.anything() });
    },
    deadlineMs,
  );

  test.each<[string, object]>([
    ['the field generateAudio', { generateAudio: false }],
    ['the field seed', { seed: 1 }],
    ['an unsupported ratio', { aspectRatio: '1:1' }],
    ['a duration as text', { durationSeconds: '8' }],
    ['a duration of five seconds', { durationSeconds: 5 }],
    ['1080p and a duration of four seconds', { resolution: '1080p', durationSeconds: 4 }],
  ])('a video with %s is rejected with INVALID_ARGUMENT', async (_, parameters) => {
    const standIn = await start();
    expect(await submit(standIn, { parameters })).toMatchObject({
      status: 400,
      body: { error: { code: 400, status: 'INVALID_ARGUMENT' } },
    });
    expect(await countPaidCalls(standIn)).toBe(0);
  });

  test('a video gets NOT_FOUND if its model or operation is unknown', async () => {
    const standIn = await start();
    const notFound = { status: 404, body: { error: { status: 'NOT_FOUND' } } };
    expect(await submit(standIn, { model: 'gemini-3.5-flash' })).toMatchObject(notFound);
    expect(await getOperation(standIn, 'models/veo-3.1-generate-preview/operations/none')).toMatchObject(notFound);
    expect(await call('GET', `${standIn.url}/v1beta/files/none:download`, { headers })).toMatchObject(notFound);
  });

  test('a video ends with the scripted fault', async () => {
    const standIn = await start();
    const runWithFault = async (...fault: object[]) => {
      await addFaultRule(standIn.url, { times: 1, fault });
      return (await waitUntilDone(standIn, (await submit(standIn)).body.name)).body;
    };
    expect((await runWithFault({ kind: 'refuse' })).response.generateVideoResponse).toMatchObject({
      raiMediaFilteredCount: 1,
      raiMediaFilteredReasons: [expect.any(String)],
    });
    expect((await runWithFault({ kind: 'no-video' })).response.generateVideoResponse).toEqual({});
    const clip = { kind: 'clip', seconds: 1, width: 64, height: 64 };
    const fetchVideo = async (...fault: object[]) => call('GET', uriOf({ body: await runWithFault(...fault) } as CallResult), { headers });
    expect(await fetchVideo(clip)).toMatchObject({ status: 200 });
    expect((await fetchVideo(clip, { kind: 'result-redirect' })).headers.get('location')).toContain('169.254.169.254');
  });

  test('a video continues after a restart, but a video with the fault "unfinished" never ends', async () => {
    const folder = temporaryFolder('gemini-restart');
    const first = await startGeminiStandIn({ directory: folder.path });
    await addFaultRule(first.url, { match: 'quick', fault: { kind: 'clip', seconds: 1, width: 64, height: 64, afterMs: 500 } });
    await addFaultRule(first.url, { match: 'never', fault: { kind: 'unfinished' } });
    const quickName = (await submit(first, { prompt: 'quick' })).body.name;
    const unfinishedName = (await submit(first, { prompt: 'never' })).body.name;
    await first.stop();
    const second = await start(folder.path);
    onTestFinished(() => folder.remove());
    expect(await call('GET', uriOf(await waitUntilDone(second, quickName)), { headers })).toMatchObject({ status: 200 });
    expect((await getOperation(second, unfinishedName)).body).toEqual({ name: unfinishedName });
  });
});

describe('a text', () => {
  test('a text describes the picture in the language of the instruction', async () => {
    const standIn = await start();
    const { status, body } = await generate(standIn, 'Write in German.');
    expect(status).toBe(200);
    expect(body.candidates[0]).toMatchObject({ finishReason: 'STOP', content: { role: 'model' } });
    expect(body.candidates[0].content.parts[0].text).toMatch(/^Die Kamera/);
    expect(await countPaidCalls(standIn)).toBe(1);
  });

  test.each(['gemini-3.1-flash-image', 'veo-3.1-generate-preview', 'nonsense'])('a text is not written by %s', async (model) => {
    expect(await generate(await start(), 'Write.', model)).toMatchObject({ status: 404, body: { error: { status: 'NOT_FOUND' } } });
  });

  test('a text requires a readable picture', async () => {
    const standIn = await start();
    const json = { contents: [{ parts: [{ inlineData: { mimeType: 'image/jpeg', data: 'AAAA' } }, { text: 'Write.' }] }] };
    const url = `${standIn.url}/v1beta/models/gemini-3.5-flash-lite:generateContent`;
    expect(await call('POST', url, { headers, json })).toMatchObject({ status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } });
    expect(await call('POST', url, { headers, json: {} })).toMatchObject({ status: 400 });
  });

  test('a text ends with the scripted fault', async () => {
    const standIn = await start();
    const generateWithFault = async (fault: object): Promise<CallResult> => {
      await addFaultRule(standIn.url, { times: 1, fault });
      return generate(standIn, 'Write in English.');
    };
    expect((await generateWithFault({ kind: 'refuse' })).body).toMatchObject({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } });
    expect((await generateWithFault({ kind: 'finish', reason: 'MAX_TOKENS' })).body.candidates[0].finishReason).toBe('MAX_TOKENS');
    expect((await generateWithFault({ kind: 'no-text' })).body.candidates[0].content.parts).toEqual([]);
    expect((await generateWithFault({ kind: 'thoughts' })).body.candidates[0].content.parts).toMatchObject([
      { thought: true },
      { text: expect.any(String) },
    ]);
    expect((await generateWithFault({ kind: 'error', status: 'RESOURCE_EXHAUSTED', retrySeconds: 7 })).body.error).toMatchObject({
      code: 429,
      details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }],
    });
    await expect(generateWithFault({ kind: 'cut' })).rejects.toThrow();
  });
});

test('each call needs a key, and the error for an unknown path contains the path', async () => {
  const standIn = await start();
  const url = `${standIn.url}/v1beta/models/veo-3.1-generate-preview/operations/x`;
  expect(await call('GET', url)).toMatchObject({ status: 403, body: { error: { status: 'PERMISSION_DENIED' } } });
  expect(await call('GET', `${standIn.url}/v1/nothing`)).toMatchObject({
    status: 404,
    body: { error: { status: 'NOT_FOUND', message: expect.stringContaining('GET /v1/nothing') } },
  });
});
