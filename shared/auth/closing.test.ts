import { expect, test } from 'vitest';
import { deletionStep, isConfirmed } from './closing.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const closingAt = '2026-11-21T09:00:00.000Z';

test.each([
  ['nobody asked', { isRunning: false }, 'nothing'],
  ['nobody asked, and something runs', { isRunning: true }, 'nothing'],
  ['something runs', { closingAt, isRunning: true }, 'cancel'],
  ['nothing runs', { closingAt, isRunning: false }, 'erase'],
  ['it is gone since a minute', { closingAt, deletedAt: '2026-11-21T11:59:00.000Z', isRunning: false }, 'wait'],
  ['its tokens may be good for a second more', { closingAt, deletedAt: '2026-11-21T10:30:01.000Z', isRunning: false }, 'wait'],
  ['its tokens are gone', { closingAt, deletedAt: '2026-11-21T10:30:00.000Z', isRunning: false }, 'sweep'],
] as const)('where %s', (_, standing, step) => {
  expect(deletionStep(standing, now)).toBe(step);
});

test.each([
  ['ada@example.com', true],
  [' Ada@Example.com ', true],
  ['', false],
  ['ada', false],
  ['ada@example.org', false],
  ['yes', false],
])('%j confirms: %s', (typed, confirmed) => {
  expect(isConfirmed(typed, 'Ada@example.com')).toBe(confirmed);
});
