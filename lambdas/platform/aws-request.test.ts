/** Tests the repeated requests to AWS. ses.test.ts tests a request that is never repeated. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendToAws } from './aws-request.ts';

vi.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }));
const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  for (const [name, value] of Object.entries({ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' }))
    vi.stubEnv(name, value);
  vi.stubEnv('AWS_ENDPOINT_URL', undefined);
  vi.stubEnv('AWS_ENDPOINT_URL_SSM', undefined);
});
afterEach(() => {
  fetchMock.mockReset();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const read = () => sendToAws({ service: 'parameterStore', path: '/', headers: {}, body: { Name: '/a' }, attemptsMax: 3 });
const failure = (status: number, type: string) => Response.json({ __type: type, message: 'No' }, { status });

test.each<[string, () => Promise<Response>, number, object]>([
  ['a missing parameter', async () => failure(400, 'com.amazonaws.ssm#ParameterNotFound'), 1, { name: 'ParameterNotFound' }],
  ['a missing permission', async () => failure(400, 'AccessDeniedException'), 1, { $metadata: { httpStatusCode: 400 } }],
  ['a throttle', async () => failure(400, 'ThrottlingException'), 3, { name: 'ThrottlingException' }],
  ['an unavailable service', async () => failure(503, 'ServiceUnavailable'), 3, { $metadata: { httpStatusCode: 503 } }],
  ['a lost connection', () => Promise.reject(new TypeError('fetch failed')), 3, { message: 'fetch failed' }],
])('throws %s after the allowed number of requests', async (_, respond, requests, error) => {
  fetchMock.mockImplementation(respond);
  await expect(read()).rejects.toMatchObject(error);
  expect(fetchMock).toHaveBeenCalledTimes(requests);
});

test('returns the response of a later attempt', async () => {
  fetchMock.mockResolvedValueOnce(failure(500, 'InternalServerError')).mockResolvedValueOnce(Response.json({ Value: 1 }));
  expect(await read()).toEqual({ Value: 1 });
  expect(fetchMock.mock.calls.map(([url]) => url)).toEqual(Array(2).fill('https://ssm.us-east-1.amazonaws.com/'));
});
