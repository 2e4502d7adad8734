import { expect, test } from 'vitest';
import { toHttpResponse } from './lambda-response.ts';

const json = { 'content-type': 'application/json' };
const text = { 'content-type': 'text/plain;charset=UTF-8' };

test.each([
  ['no value', undefined, 200, json, 'null'],
  ['text without a status', 'hello', 200, json, '"hello"'],
  ['an object without a status', { a: 1 }, 200, json, '{"a":1}'],
  ['only a status', { statusCode: 204 }, 204, {}, ''],
  ['a status as text', { statusCode: '201', body: 'x' }, 201, text, 'x'],
  [
    'a content type',
    { statusCode: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>' },
    200,
    { 'content-type': 'text/html' },
    '<p>',
  ],
  ['base64', { statusCode: 200, body: 'aGk=', isBase64Encoded: true }, 200, text, 'hi'],
  ['numbers and booleans in headers', { statusCode: 200, headers: { 'X-A': 1, 'x-b': true } }, 200, { 'x-a': '1', 'x-b': 'true' }, ''],
  ['headers of the connection', { statusCode: 200, headers: { Connection: 'close', 'Content-Length': '9' } }, 200, {}, ''],
])('toHttpResponse builds a response from %s', (_name, payload, status, headers, body) => {
  const response = toHttpResponse(payload);
  expect({ ...response, body: response?.body.toString() }).toEqual({ status, headers, cookies: [], body });
});

test('toHttpResponse returns cookies separately from other headers', () => {
  expect(toHttpResponse({ statusCode: 200, cookies: ['a=1; Secure', 'b=2'] })?.cookies).toEqual(['a=1; Secure', 'b=2']);
});

test.each([
  { statusCode: 'fine' },
  { statusCode: 20.5 },
  { statusCode: 99 },
  { statusCode: 600 },
  { statusCode: null },
  { statusCode: 200, body: { a: 1 } },
  { statusCode: 200, headers: { a: { b: 1 } } },
  { statusCode: 200, cookies: 'a=1' },
])('toHttpResponse returns undefined for the malformed result %j', (payload) => {
  expect(toHttpResponse(payload)).toBeUndefined();
});
