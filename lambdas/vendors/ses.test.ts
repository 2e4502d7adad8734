/**
 * Tests responses of SES that the local cloud does not produce. A mail must be sent at most once, so no failure may cause a second request
 * within a call.
 */
import {
  AccountSuspendedException,
  SESv2Client,
  SESv2ServiceException,
  SendEmailCommand,
  TooManyRequestsException,
} from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { isKnownUnsent, sendMail } from './ses.ts';

const ses = mockClient(SESv2Client);
const message = { subject: 'Welcome', text: 'Hello', html: '<p>Hello</p>' };

beforeEach(() => {
  process.env.MAIL_FROM = 'hello@vitrine.example';
});
afterEach(() => {
  ses.reset();
});
afterAll(() => {
  ses.restore();
  delete process.env.MAIL_FROM;
});

const errorFields = { message: 'No', $metadata: {} };

test.each([
  ['a throttle', new TooManyRequestsException(errorFields)],
  ['a suspended account', new AccountSuspendedException(errorFields)],
  ['an unavailable service', new SESv2ServiceException({ ...errorFields, name: 'InternalServiceError', $fault: 'server' })],
  ['a lost response', Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })],
])('sendMail throws %s after one request', async (_, error) => {
  ses.on(SendEmailCommand).rejects(error);
  await expect(sendMail('ada@example.com', message)).rejects.toBe(error);
  expect(ses.commandCalls(SendEmailCommand)).toHaveLength(1);
});

test('the maximum number of attempts of the client is one', async () => {
  ses.on(SendEmailCommand).resolves({ MessageId: '1' });
  expect(await sendMail('ada@example.com', message)).toBe(true);
  const client = ses.commandCalls(SendEmailCommand)[0]?.thisValue as SESv2Client;
  expect(await client.config.maxAttempts()).toBe(1);
});

test('no mail is sent without a configured sender', async () => {
  delete process.env.MAIL_FROM;
  expect(await sendMail('ada@example.com', message)).toBe(false);
  expect(ses.calls()).toHaveLength(0);
});

test.each<[string, unknown, boolean]>([
  ['a throttle', new TooManyRequestsException(errorFields), true],
  ['a suspended account', new AccountSuspendedException(errorFields), true],
  ['an unavailable service', new SESv2ServiceException({ ...errorFields, name: 'InternalServiceError', $fault: 'server' }), true],
  ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), true],
  ['a lost response', Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }), false],
  ['a time-out', Object.assign(new Error('timeout'), { name: 'TimeoutError' }), false],
  ['an undefined error', undefined, false],
])('isKnownUnsent is correct for %s', (_, error, isUnsent) => {
  expect(isKnownUnsent(error)).toBe(isUnsent);
});
