import { createFalClient } from '@fal-ai/client';
import { describe, expect, test } from 'vitest';
import { photoUrl } from '../../demo/clips/photo.test-support.ts';
import { parseInput } from './input.ts';
import {
  addFaultRule,
  authorization,
  call,
  fastEndpoint,
  quickClip,
  standardEndpoint,
  startForTest,
  submit,
  waitForStatus,
} from './test-support.ts';

const uuid = /^[0-9a-f-]{36}$/;

describe('a request', () => {
  test('a request can be submitted and polled, and its result can be fetched', async () => {
    const standIn = await startForTest();
    await addFaultRule(standIn, { fault: quickClip });
    const submitResult = await submit(standIn);
    const id = submitResult.body.request_id;
    const requestUrl = `${standIn.url}/fal-ai/veo3.1/requests/${id}`;
    expect(id).toMatch(uuid);
    expect(submitResult).toMatchObject({ status: 200 });
    expect(submitResult.headers.get('x-fal-request-id')).toBe(id);
    expect(submitResult.body).toEqual({
      status: 'IN_QUEUE',
      request_id: id,
      response_url: requestUrl,
      status_url: `${requestUrl}/status`,
      cancel_url: `${requestUrl}/cancel`,
    });

    const status = await waitForStatus(submitResult, 'COMPLETED');
    expect(status.status).toBe(200);
    expect(status.body).toMatchObject({ request_id: id, metrics: { inference_time: expect.any(Number) } });
    expect(status.body).not.toHaveProperty('error');

    const result = await call('GET', requestUrl);
    const { url, file_size: size } = result.body.video;
    expect(result).toMatchObject({
      status: 200,
      body: { video: { url: `${standIn.url}/files/${id}.mp4`, content_type: 'video/mp4', file_name: `${id}.mp4` } },
    });
    expect((await call('GET', `${requestUrl}/response`)).body).toEqual(result.body);
    const file = await fetch(url);
    expect(file.headers.get('content-type')).toBe('video/mp4');
    expect((await file.arrayBuffer()).byteLength).toBe(size);
  });

  test('a request is COMPLETED with an error if the content policy rejects it, and the result has status 422', async () => {
    const standIn = await startForTest();
    await addFaultRule(standIn, { match: 'forbidden', fault: { kind: 'refuse' } });
    const submitResult = await submit(standIn, { prompt: 'something forbidden' });
    const status = await waitForStatus(submitResult, 'COMPLETED');
    expect(status.body).toMatchObject({ error: expect.any(String), error_type: 'content_policy_violation' });
    const result = await call('GET', submitResult.body.response_url);
    expect(result.status).toBe(422);
    expect(result.body.detail).toEqual([
      expect.objectContaining({ loc: ['body', 'prompt'], type: 'content_policy_violation', input: expect.anything() }),
    ]);
  });

  test('a request fails if its photo cannot be fetched', async () => {
    const standIn = await startForTest();
    const submitResult = await submit(standIn, { image_url: `${standIn.url}/files/nothing.jpeg` });
    expect((await waitForStatus(submitResult, 'COMPLETED')).body.error_type).toBe('file_download_error');
    expect((await call('GET', submitResult.body.response_url)).body.detail[0]).toMatchObject({ loc: ['body', 'image_url'] });
  });

  test('a request with the fault "never" remains in progress without a result until it is cancelled', async () => {
    const standIn = await startForTest();
    await addFaultRule(standIn, { fault: { kind: 'never' } });
    const { body } = await submit(standIn);
    expect(await call('GET', body.status_url)).toMatchObject({ status: 202, body: { status: 'IN_PROGRESS' } });
    expect(await call('GET', body.response_url)).toMatchObject({ status: 400, body: { detail: 'Request is still in progress' } });
    expect(await call('PUT', body.cancel_url)).toMatchObject({ status: 202, body: { status: 'CANCELLATION_REQUESTED' } });
    expect(await call('PUT', body.cancel_url)).toMatchObject({ status: 400, body: { status: 'ALREADY_COMPLETED' } });
    expect(await call('GET', body.status_url)).toMatchObject({
      status: 200,
      body: { status: 'COMPLETED', error_type: 'client_cancelled' },
    });
  });
});

describe('fal rejects', () => {
  const endpointUrl = (standIn: { url: string }, endpoint: string) => `${standIn.url}/${endpoint}`;

  test.each([
    ['no key', {}, 401],
    ['another scheme', { authorization: 'Bearer x' }, 401],
    ['a scheme without a key', { authorization: 'Key ' }, 401],
  ])('fal rejects a call with %s', async (_what, headers, status) => {
    const standIn = await startForTest();
    expect((await call('POST', endpointUrl(standIn, fastEndpoint), {}, headers)).status).toBe(status);
    expect((await call('GET', `${standIn.url}/fal-ai/veo3.1/requests/x/status`, undefined, headers)).status).toBe(status);
  });

  test('fal rejects unknown paths and requests', async () => {
    const standIn = await startForTest();
    await addFaultRule(standIn, { fault: { kind: 'never' } });
    const { body } = await submit(standIn);
    const input = { prompt: 'p', image_url: await photoUrl() };
    const statuses = await Promise.all(
      [
        call('POST', endpointUrl(standIn, 'fal-ai/veo3/image-to-video'), input),
        call('POST', endpointUrl(standIn, 'fal-ai/veo3.1'), input),
        call('GET', `${standIn.url}/fal-ai/veo3.1/requests/unknown`),
        call('GET', `${standIn.url}/fal-ai/veo3.1/requests/unknown/status`),
        call('GET', body.status_url.replace('veo3.1', 'other')),
        call('GET', `${standIn.url}/files/..%2fsigning-key.pem`),
      ].map(async (pendingCall) => (await pendingCall).status),
    );
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await call('PUT', `${standIn.url}/fal-ai/veo3.1/requests/unknown/cancel`)).toMatchObject({
      status: 404,
      body: { status: 'NOT_FOUND' },
    });
    expect((await call('GET', endpointUrl(standIn, fastEndpoint))).status).toBe(405);
  });

  const image_url = 'https://example.com/a.jpg';
  test.each<[string, unknown, string, string]>([
    ['no prompt', { image_url }, 'prompt', 'missing'],
    ['an empty prompt', { image_url, prompt: '' }, 'prompt', 'sequence_too_short'],
    ['a prompt that is too long', { image_url, prompt: 'p'.repeat(20_001) }, 'prompt', 'sequence_too_long'],
    ['a prompt of another type', { image_url, prompt: 7 }, 'prompt', 'string_type'],
    ['no photo', { prompt: 'p' }, 'image_url', 'missing'],
    ['a null photo', { prompt: 'p', image_url: null }, 'image_url', 'string_type'],
    ['a photo on disk', { prompt: 'p', image_url: 'file:///etc/hosts' }, 'image_url', 'url_parsing'],
    ['a photo that is not a URL', { prompt: 'p', image_url: 'photo.jpg' }, 'image_url', 'url_parsing'],
    ['a ratio that is not supported', { prompt: 'p', image_url, aspect_ratio: '1:1' }, 'aspect_ratio', 'one_of'],
    ['a number instead of a duration', { prompt: 'p', image_url, duration: 8 }, 'duration', 'one_of'],
    ['a duration that is not supported', { prompt: 'p', image_url, duration: '5s' }, 'duration', 'one_of'],
    ['a resolution that is not supported', { prompt: 'p', image_url, resolution: '4k' }, 'resolution', 'one_of'],
    ['a text instead of a boolean', { prompt: 'p', image_url, generate_audio: 'yes' }, 'generate_audio', 'bool_type'],
    ['a field that the stand-in does not know', { prompt: 'p', image_url, seed: 1 }, 'seed', 'extra_forbidden'],
  ])('fal rejects an input with %s', async (_what, input, field, type) => {
    const standIn = await startForTest();
    const response = await call('POST', endpointUrl(standIn, standardEndpoint), input);
    expect(response.status).toBe(422);
    expect(response.body.detail).toEqual([expect.objectContaining({ loc: ['body', field], type, msg: expect.any(String) })]);
    expect(response.body.detail[0]).toHaveProperty('input');
  });

  test('fal rejects a body that is not an object, and each invalid field by name', async () => {
    const standIn = await startForTest();
    expect((await call('POST', endpointUrl(standIn, fastEndpoint), [])).body.detail[0]).toMatchObject({ loc: ['body'], type: 'dict_type' });
    const response = await call('POST', endpointUrl(standIn, fastEndpoint), { duration: '9s' });
    expect(response.body.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual(['prompt', 'image_url', 'duration']);
  });

  test('fal rejects a webhook that is not a URL or has an origin that is not allowed', async () => {
    const standIn = await startForTest({ webhookOrigins: ['http://localhost:3000'] });
    await addFaultRule(standIn, { fault: { kind: 'never' } });
    const detail = [expect.objectContaining({ loc: ['query', 'fal_webhook'] })];
    expect(await submit(standIn, {}, 'nonsense')).toMatchObject({ status: 422, body: { detail } });
    expect(await submit(standIn, {}, 'http://localhost:3001/hook')).toMatchObject({ status: 422, body: { detail } });
    expect((await submit(standIn, {}, 'http://localhost:3000/hook')).status).toBe(200);
  });
});

test('parseInput sets fal’s defaults for missing fields', () => {
  const requiredInput = { prompt: 'p', image_url: 'https://example.com/a.jpg' };
  expect(parseInput(requiredInput)).toEqual({
    input: { ...requiredInput, aspect_ratio: 'auto', duration: '8s', resolution: '720p', generate_audio: true },
  });
});

test('the stand-in works with the official client', async () => {
  const standIn = await startForTest();
  await addFaultRule(standIn, { fault: quickClip });
  const fal = createFalClient({
    retry: { maxRetries: 0 },
    credentials: authorization.slice('Key '.length),
    requestMiddleware: async (request) => {
      const { pathname, search } = new URL(request.url);
      return { ...request, url: standIn.url + pathname + search };
    },
  });
  const image_url = await photoUrl();
  await expect(fal.storage.upload(new Blob(['photo'], { type: 'image/png' }))).rejects.toMatchObject({ status: 404 });
  const { request_id: requestId } = await fal.queue.submit(fastEndpoint, { input: { prompt: 'A mug', image_url } });
  await waitForStatus({ body: { status_url: `${standIn.url}/fal-ai/veo3.1/requests/${requestId}/status` } } as never, 'COMPLETED');
  expect(await fal.queue.status(fastEndpoint, { requestId, logs: true })).toMatchObject({ status: 'COMPLETED', request_id: requestId });
  const result = await fal.queue.result(fastEndpoint, { requestId });
  expect(result.requestId).toBe(requestId);
  expect(result.data.video.url).toContain(standIn.url);
  await expect(fal.queue.cancel(fastEndpoint, { requestId })).rejects.toMatchObject({ status: 400 });

  const invalid = fal.queue.submit(fastEndpoint, { input: { prompt: 'A mug', image_url, duration: '5s' as '8s' } });
  await expect(invalid).rejects.toMatchObject({ name: 'ValidationError', status: 422 });
});
