import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSessionEnded } from '#lambdas/platform/session-check.ts';
import { endSessions } from '#lambdas/store/sessions.ts';
import { startTables } from '../../fixtures/tables.ts';

const now = new Date('2026-11-21T08:00:00.400Z');
const signOutSeconds = Math.floor(now.getTime() / 1000);
let tables: Awaited<ReturnType<typeof startTables>>;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());

test.each([
  ['an hour earlier', signOutSeconds - 3600, true],
  ['in the same second', signOutSeconds, true],
  ['a second later', signOutSeconds + 1, false],
  ['at a time that is not a number', Number.NaN, true],
])('after a sign-out on all devices, isSessionEnded for a token issued %s (%i) returns %s', async (_, issuedAt, isEnded) => {
  const userId = randomUUID();
  expect(await isSessionEnded(userId, issuedAt)).toBe(false);
  await endSessions(userId, now);
  expect(await isSessionEnded(userId, issuedAt)).toBe(isEnded);
  expect(await isSessionEnded(randomUUID(), issuedAt)).toBe(false);
});
