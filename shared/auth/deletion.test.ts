import { expect, test } from 'vitest';
import { deletionStep, isConfirmed } from './deletion.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const closingAt = '2026-11-21T09:00:00.000Z';

test.each([
  ['deletion was not requested', 'nothing', { isRunning: false }],
  ['deletion was not requested and work is running', 'nothing', { isRunning: true }],
  ['work is running', 'cancel', { closingAt, isRunning: true }],
  ['no work is running', 'erase', { closingAt, isRunning: false }],
  ['the account was erased a minute ago', 'wait', { closingAt, deletedAt: '2026-11-21T11:59:00.000Z', isRunning: false }],
  [
    'tokens of the deleted account may still be valid for one second',
    'wait',
    { closingAt, deletedAt: '2026-11-21T10:30:01.000Z', isRunning: false },
  ],
  ['the tokens of the erased account have expired', 'finish', { closingAt, deletedAt: '2026-11-21T10:30:00.000Z', isRunning: false }],
] as const)('if %s, the next step of the deletion is %s', (_, step, state) => {
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
