/**
 * Tests responses of SES that the local cloud does not produce. A mail must be sent at most once. So no failure may cause a second request
 * within a call.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AwsError } from '../platform/aws-request.ts';
import type { PostResponse } from '../platform/http-post.ts';
import { isKnownUnsent, sendMail } from './ses.ts';

const message = { subject: 'Welcome', text: 'Hello', html: '<p>Hello</p>' };
const post = vi.hoisted(() => vi.fn());
vi.mock('../platform/http-post.ts', () => ({ post }));

beforeEach(() => {
  for (const [name, value] of Object.entries({
    MAIL_FROM: 'hello@vitrine.example',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'key',
    AWS_ENDPOINT_URL_SESV2: undefined,
    AWS_ENDPOINT_URL: undefined,
  }))
    vi.stubEnv(name, value);
});
afterEach(() => {
  post.mockReset();
  vi.unstubAllEnvs();
});

const respond =
  (status: number, text: string, headers = {}) =>
  async (): Promise<PostResponse> => ({ status, headers, text });
const errorResponse = (status: number, type: string) => respond(status, '{"message":"No"}', { 'x-amzn-errortype': type });
const lostResponse = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

test.each<[string, () => Promise<PostResponse>, object]>([
  ['a throttle', errorResponse(429, 'TooManyRequestsException'), { name: 'TooManyRequestsException' }],
  ['an unavailable service', errorResponse(500, 'InternalServiceError:http://internal'), { name: 'InternalServiceError' }],
  ['an error without JSON', respond(502, '<html>'), { name: 'UnknownError' }],
  ['a lost response', () => Promise.reject(lostResponse), { code: 'ECONNRESET' }],
])('sendMail throws %s after one request', async (_, run, error) => {
  post.mockImplementation(run);
  await expect(sendMail('ada@example.com', message)).rejects.toMatchObject(error);
  expect(post).toHaveBeenCalledTimes(1);
});

test('a mail is sent with one signed request to SES of the region', async () => {
  post.mockImplementation(respond(200, '{"MessageId":"1"}'));
  expect(await sendMail('ada@example.com', message)).toBe(true);
  const [url, { headers, body } = {}] = post.mock.calls[0] ?? [];
  expect(url).toBe('https://email.eu-central-1.amazonaws.com/v2/email/outbound-emails');
  expect(headers).toMatchObject({ authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/eu-central-1\/ses\//) });
  expect(JSON.parse(String(body))).toMatchObject({
    FromEmailAddress: 'Vitrine <hello@vitrine.example>',
    Destination: { ToAddresses: ['ada@example.com'] },
  });
});

test('no mail is sent if no sender is configured', async () => {
  vi.stubEnv('MAIL_FROM', undefined);
  expect(await sendMail('ada@example.com', message)).toBe(false);
  expect(post).not.toHaveBeenCalled();
});

test.each<[string, unknown, boolean]>([
  ['a throttle', new AwsError('TooManyRequestsException', 'No', 429), true],
  ['a suspended account', new AwsError('AccountSuspendedException', 'No', 400), true],
  ['an unavailable service', new AwsError('InternalServiceError', 'No', 500), true],
  ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), true],
  ['a lost response', lostResponse, false],
  ['a time-out', Object.assign(new Error('timeout'), { name: 'TimeoutError' }), false],
  ['an undefined error', undefined, false],
])('isKnownUnsent is correct for %s', (_, error, isUnsent) => {
  expect(isKnownUnsent(error)).toBe(isUnsent);
});
