import { expect, test } from 'vitest';
import type { PoolStore, PoolUser } from './pool-store.ts';
import { findUser, parseEmail, recentUsers, signInUser } from './users.ts';

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['  Ada.Lovelace+shop@Example.CO.UK ', 'ada.lovelace+shop@example.co.uk'],
  ["o'hara@example.com", "o'hara@example.com"],
  ['ada@localhost', 'ada@localhost'],
  ['', undefined],
  ['ada', undefined],
  ['@example.com', undefined],
  ['ada@', undefined],
  ['ada@example..com', undefined],
  ['ada@-example.com', undefined],
  ['ada@@example.com', undefined],
  ['a da@example.com', undefined],
  ['ada@example.com\nbcc: x@y.z', undefined],
  ['"<script>"@example.com', undefined],
  ['ada@example.com"><b>', undefined],
  ['<ada@example.com>', undefined],
  [`${'a'.repeat(243)}@example.com`, undefined],
])('parseEmail(%j) returns %j', (text, email) => {
  expect(parseEmail(text)).toBe(email);
});

const emptyStore = (): PoolStore => ({
  signingKey: { kty: 'RSA', kid: 'k' },
  users: new Map(),
  refreshSessions: new Map(),
  save: async () => undefined,
});
const minuteToDate = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minute));

test('a later sign-in does not change the ids of the user, but can change the name', () => {
  const store = emptyStore();
  const first = signInUser(store, 'ada@example.com', '', minuteToDate(0));
  expect(first).toMatchObject({
    name: 'ada',
    username: expect.stringMatching(/^Google_1\d{20}$/),
    createdAt: minuteToDate(0).toISOString(),
  });
  const renamed = signInUser(store, 'ada@example.com', ' Ada \n\u0000 Lovelace ', minuteToDate(1));
  expect(renamed).toEqual({ ...first, name: 'Ada Lovelace', lastSignInAt: minuteToDate(1).toISOString() });
  expect(signInUser(store, 'ada@example.com', '  ', minuteToDate(2)).name).toBe('Ada Lovelace');
  expect(store.users.size).toBe(1);
});

test('a name has at most 100 characters and is never cut within a character', () => {
  expect([...signInUser(emptyStore(), 'a@b.c', '🎩'.repeat(150), minuteToDate(0)).name]).toEqual(Array(100).fill('🎩'));
});

test('an e-mail address gets the same Google account in a new pool, but a new sub', () => {
  const [firstUser, secondUser] = [emptyStore(), emptyStore()].map(
    (store): PoolUser => signInUser(store, 'ada@example.com', '', minuteToDate(0)),
  );
  expect(firstUser?.username).toBe(secondUser?.username);
  expect(firstUser?.sub).not.toBe(secondUser?.sub);
});

test('the sign-in page offers the six latest users, newest first', () => {
  const store = emptyStore();
  for (let minute = 0; minute < 8; minute += 1) signInUser(store, `u${minute}@example.com`, '', minuteToDate(minute));
  signInUser(store, 'u0@example.com', '', minuteToDate(9));
  expect(recentUsers(store).map((user) => user.email[1])).toEqual(['0', '7', '6', '5', '4', '3']);
});

test('findUser finds a user by user name or sub, but not by e-mail address', () => {
  const store = emptyStore();
  const user = signInUser(store, 'ada@example.com', '', minuteToDate(0));
  expect([user.username, user.sub, user.email, ''].map((name) => findUser(store, name))).toEqual([user, user, undefined, undefined]);
});
