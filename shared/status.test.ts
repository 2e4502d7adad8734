import { expect, test } from 'vitest';
import { statusJson, statusLengthMax, statusMessage } from './status.ts';

test('statusMessage reads the message that statusJson has written', () => {
  expect(statusMessage(JSON.parse(statusJson('Videos take longer today. <b>Sorry</b>')))).toBe('Videos take longer today. <b>Sorry</b>');
});

test.each([
  [undefined],
  [null],
  [{}],
  [[]],
  ['Outage'],
  [{ message: '' }],
  [{ message: '  ' }],
  [{ message: 7 }],
  [{ message: ['Outage'] }],
  [{ message: 'x'.repeat(statusLengthMax + 1) }],
])('statusMessage returns no message for the content %j', (content) => {
  expect(statusMessage(content)).toBeUndefined();
});

test('a message may have 500 characters', () => {
  expect(statusMessage({ message: 'x'.repeat(statusLengthMax) })).toHaveLength(500);
});
