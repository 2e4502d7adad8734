import { expect, test } from 'vitest';
import { createSessions } from './sessions.ts';

const key = Buffer.from('a key');
let nowMs = 0;
const sessions = createSessions(key, () => nowMs);

test('creates different credentials of the same role for each session', () => {
  const [one, other] = [sessions.open('Reader'), sessions.open('Reader')];
  expect(one.accessKeyId).not.toBe(other.accessKeyId);
  expect(one.accessKeyId).toMatch(/^ASIA[0-9A-F]{16}$/);
  for (const { accessKeyId, secretAccessKey, sessionToken } of [one, other])
    expect(sessions.check(accessKeyId, sessionToken)).toEqual({ principal: 'Reader', secretAccessKey });
});

test('after a restart, credentials are valid with the same key, but not with another key', () => {
  const { accessKeyId, secretAccessKey, sessionToken } = sessions.open('Reader');
  expect(createSessions(key, () => nowMs).check(accessKeyId, sessionToken)).toEqual({ principal: 'Reader', secretAccessKey });
  expect(createSessions(Buffer.from('another'), () => nowMs).check(accessKeyId, sessionToken)).toBe('InvalidToken');
});

test('rejects credentials without their token, with another token, with a forged token, and after twelve hours', () => {
  const [one, other] = [sessions.open('Reader'), sessions.open('Writer')];
  const [payload, signature] = one.sessionToken.split('.');
  const forged = `${Buffer.from(String(Buffer.from(String(payload), 'base64url')).replace('Reader', 'Writer')).toString('base64url')}.${signature}`;
  expect(sessions.check(one.accessKeyId, undefined)).toBe('InvalidAccessKeyId');
  expect(sessions.check(one.accessKeyId, other.sessionToken)).toBe('InvalidToken');
  expect(sessions.check(one.accessKeyId, forged)).toBe('InvalidToken');
  nowMs += 12 * 3600 * 1000 + 1;
  expect(sessions.check(one.accessKeyId, one.sessionToken)).toBe('ExpiredToken');
});
