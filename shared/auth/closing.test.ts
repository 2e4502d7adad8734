import { expect, test } from 'vitest';
import { deletionStep, isConfirmed } from './closing.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const closingAt = '2026-11-21T09:00:00.000Z';

test.each([
  ['deletion was not requested', { isRunning: false }, 'nothing'],
  ['deletion was not requested and work is running', { isRunning: true }, 'nothing'],
  ['work is running', { closingAt, isRunning: true }, 'cancel'],
  ['no work is running', { closingAt, isRunning: false }, 'erase'],
  ['the account was erased a minute ago', { closingAt, deletedAt: '2026-11-21T11:59:00.000Z', isRunning: false }, 'wait'],
  [
    'the tokens of the erased account can be valid for one more second',
    { closingAt, deletedAt: '2026-11-21T10:30:01.000Z', isRunning: false },
    'wait',
  ],
  ['the tokens of the erased account have expired', { closingAt, deletedAt: '2026-11-21T10:30:00.000Z', isRunning: false }, 'sweep'],
] as const)('deletionStep is correct if %s', (_, state, step) => {
  expect(deletionStep(state, now)).toBe(step);
});

test.each([
  ['ada@example.com', true],
  [' Ada@Example.com ', true],
  ['', false],
  ['ada', false],
  ['ada@example.org', false],
  ['yes', false],
])('isConfirmed(%j) returns %s', (text, confirmed) => {
  expect(isConfirmed(text, 'Ada@example.com')).toBe(confirmed);
});
