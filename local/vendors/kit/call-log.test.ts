import { expect, test } from 'vitest';
import { createCallLog } from './call-log.ts';
import type { Call } from './http.ts';

const listedBodyOf = (json: unknown): unknown => {
  const log = createCallLog([]);
  log.add('echo', '/echo', { method: 'POST', headers: {}, body: Buffer.from(JSON.stringify(json)), json } as Call);
  return log.report().requests[0]?.body;
};

test('a small body is logged completely', () => {
  const body = { prompt: 'On a table', picture: 'a'.repeat(60_000) };
  expect(listedBodyOf(body)).toEqual(body);
});

test('in a large body, only the long texts are shortened', () => {
  const body = { parts: [{ text: 'On a table' }, { data: 'a'.repeat(100_000) }], count: 2 };
  expect(listedBodyOf(body)).toEqual({ parts: [{ text: 'On a table' }, { data: '(100000 characters)' }], count: 2 });
});

test('a large body of many short texts is omitted', () => {
  const body = Array.from({ length: 1_000 }, () => 'a'.repeat(100));
  expect(listedBodyOf(body)).toEqual({ omittedBytes: JSON.stringify(body).length });
});
