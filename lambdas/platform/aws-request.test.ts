/** Tests how requests to AWS are repeated. ses.test.ts tests a request that is never repeated. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendToAws } from './aws-request.ts';
import type { PostResponse } from './http-post.ts';

vi.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }));
const post = vi.hoisted(() => vi.fn());
vi.mock('./http-post.ts', () => ({ post }));

beforeEach(() => {
  for (const [name, value] of Object.entries({ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' }))
    vi.stubEnv(name, value);
  vi.stubEnv('AWS_ENDPOINT_URL', undefined);
  vi.stubEnv('AWS_ENDPOINT_URL_SSM', undefined);
});
afterEach(() => {
  post.mockReset();
  vi.unstubAllEnvs();
});

const read = () => sendToAws({ service: 'parameterStore', path: '/', headers: {}, body: { Name: '/a' }, attemptsMax: 3 });
const respond = (status: number, body: object): PostResponse => ({ status, headers: {}, text: JSON.stringify(body) });
const failure = (status: number, type: string) => respond(status, { __type: type, message: 'No' });

test.each<[string, () => Promise<PostResponse>, number, object]>([
  ['a missing parameter', async () => failure(400, 'com.amazonaws.ssm#ParameterNotFound'), 1, { name: 'ParameterNotFound' }],
  ['a missing permission', async () => failure(400, 'AccessDeniedException'), 1, { $metadata: { httpStatusCode: 400 } }],
  ['a throttle', async () => failure(400, 'ThrottlingException'), 3, { name: 'ThrottlingException' }],
  ['an unavailable service', async () => failure(503, 'ServiceUnavailable'), 3, { $metadata: { httpStatusCode: 503 } }],
  ['a lost connection', () => Promise.reject(new Error('socket hang up')), 3, { message: 'socket hang up' }],
])('after %s, sendToAws throws the error when the allowed number of requests is reached', async (_, run, requests, error) => {
  post.mockImplementation(run);
  await expect(read()).rejects.toMatchObject(error);
  expect(post).toHaveBeenCalledTimes(requests);
});

test('sendToAws returns the response of a later attempt', async () => {
  post.mockResolvedValueOnce(failure(500, 'InternalServerError')).mockResolvedValueOnce(respond(200, { Value: 1 }));
  expect(await read()).toEqual({ Value: 1 });
  expect(post.mock.calls.map(([url]) => url)).toEqual(Array(2).fill('https://ssm.us-east-1.amazonaws.com/'));
});
