import { brotliDecompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { AppError } from '#shared/errors.ts';
import { handle } from './handle.ts';

vi.mock('./origin-secret.ts', () => ({ cameThroughTheSite: async () => true }));
vi.mock('./session-check.ts', () => ({ isSessionEnded: async () => false }));
const log = vi.hoisted(() => vi.fn());
vi.mock('./log.ts', () => ({ log }));

type Handler = ReturnType<typeof handle>;

const eventContext = {
  http: { sourceIp: '192.0.2.1' },
  timeEpoch: Date.now(),
  authorizer: { jwt: { claims: { token_use: 'access', sub: 'user', username: 'user' } } },
};

async function responseOf(handler: unknown, body: unknown, remainingMs = 29_000): Promise<{ status: number | undefined; body: unknown }> {
  const event = {
    headers: {},
    body: JSON.stringify(body),
    requestContext: { ...eventContext, timeEpoch: Date.now() },
  };
  const context = { awsRequestId: 'request-1', getRemainingTimeInMillis: () => remainingMs };
  const { statusCode, body: text } = (await (handler as Handler)(event as never, context as never)) as {
    statusCode?: number;
    body?: string;
  };
  return { status: statusCode, body: JSON.parse(text ?? '') };
}

const handlerThatThrows = (error: unknown) =>
  handle({ endpoint: 'checkOperation' }, async () => {
    throw error;
  });

test('the response of a failed call has success, error, message and details, and values in data (docs/spec.md 18.1)', async () => {
  const error = new AppError('DailyLimit', { details: { limit: 400 } });
  const message = 'That is all for today. Please try again tomorrow.';
  expect(await responseOf(handlerThatThrows(error), {})).toEqual({
    status: 429,
    body: { success: false, code: 'DailyLimit', message, error: message, details: message, data: { limit: 400 }, requestId: 'request-1' },
  });
});

test('the response of a failed call without values has no data, and the message of an unknown error is hidden', async () => {
  const { body } = await responseOf(handlerThatThrows(new Error('the table is called x')), {});
  expect(body).toMatchObject({ success: false, code: 'InternalError', details: expect.stringContaining('Something went wrong') });
  expect(body).not.toHaveProperty('data');
});

test('an invalid request names the invalid field', async () => {
  const handler = handle({ endpoint: 'checkOperation', body: z.object({ iterationNumber: z.int().max(15) }) }, async () => ({}));
  expect(await responseOf(handler, { iterationNumber: 16 })).toMatchObject({
    status: 400,
    body: { code: 'BadRequest', message: 'The request is not valid.', details: 'iterationNumber: Too big: expected number to be <=15' },
  });
});

test('a call that is still running shortly before the time-out of its function returns an error', async () => {
  const handler = handle({ endpoint: 'checkOperation' }, () => new Promise(() => {}));
  expect(await responseOf(handler, {}, 20)).toMatchObject({
    status: 504,
    body: { code: 'VendorTimeout', message: 'This took too long and was stopped. Please try again.' },
  });
});

test.each(['Unauthorized', 'NotYours', 'BadSignature', 'TooManyRequests', 'DailyLimit', 'DailyWorkLimit', 'CancelLimit'] as const)(
  'a call that is refused with %s is logged with its user',
  async (code) => {
    log.mockClear();
    await responseOf(handlerThatThrows(new AppError(code)), {});
    const fields = { requestId: 'request-1', endpoint: 'checkOperation', userId: 'user', address: '192.0.2.1', code };
    expect(log.mock.calls).toEqual([['warn', 'call refused', fields]]);
  },
);

test('if the cause of an error is a security event, the event is logged, and the caller gets the code of the error', async () => {
  log.mockClear();
  const error = new AppError('BadRequest', { cause: new AppError('BadSignature') });
  expect(await responseOf(handlerThatThrows(error), {})).toMatchObject({ status: 400, body: { code: 'BadRequest' } });
  expect(log.mock.calls).toEqual([['warn', 'call refused', expect.objectContaining({ code: 'BadSignature', address: '192.0.2.1' })]]);
});

test.each([
  ['createUpload', {}, true],
  ['cancelBatch', { batchId: 'b' }, true],
  ['receiveFalWebhook', {}, true],
  ['getBatch', { batchId: 'b' }, false],
  ['checkOperation', {}, false],
] as const)('a completed call of %s with %j is logged with its IP address: %s', async (endpoint, fields, isLogged) => {
  log.mockClear();
  await responseOf(
    handle({ endpoint: endpoint as 'checkOperation' }, async () => ({ body: { ...fields } as never })),
    {},
  );
  const userId = 'user';
  const line = ['info', 'call done', { requestId: 'request-1', endpoint, status: 200, ...fields, userId, address: '192.0.2.1' }];
  expect(log.mock.calls).toEqual(isLogged ? [line] : []);
});

test('a large response is compressed if the caller accepts compression, and is sent as text otherwise', async () => {
  const title = 'a'.repeat(2000);
  const handler = handle({ endpoint: 'checkOperation' }, async () => ({ body: { title } as never })) as Handler;
  const call = async (headers: Record<string, string>) =>
    (await handler(
      { headers, requestContext: eventContext } as never,
      { awsRequestId: 'request-1', getRemainingTimeInMillis: () => 29_000 } as never,
    )) as {
      headers: Record<string, string>;
      body: string;
      isBase64Encoded?: boolean;
    };
  const small = await call({ 'accept-encoding': 'gzip, br' });
  expect(small).toMatchObject({ isBase64Encoded: true, headers: { 'content-encoding': 'br', vary: 'accept-encoding' } });
  expect(JSON.parse(brotliDecompressSync(Buffer.from(small.body, 'base64')).toString())).toEqual({ title });
  const plain = await call({});
  expect(plain).not.toHaveProperty('isBase64Encoded');
  expect(JSON.parse(plain.body)).toEqual({ title });
});
