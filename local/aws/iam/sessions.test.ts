import { expect, test } from 'vitest';
import { createSessions } from './sessions.ts';

const key = Buffer.from('a key');
let nowMs = 0;
const sessions = createSessions(key, () => nowMs);

test('each session of a role has different credentials', () => {
  const [session, otherSession] = [sessions.open('Reader'), sessions.open('Reader')];
  expect(session.accessKeyId).not.toBe(otherSession.accessKeyId);
  expect(session.accessKeyId).toMatch(/^ASIA[0-9A-F]{16}$/);
  for (const { accessKeyId, secretAccessKey, sessionToken } of [session, otherSession])
    expect(sessions.check(accessKeyId, sessionToken)).toEqual({ principal: 'Reader', secretAccessKey });
});

test('credentials stay valid after a restart with the same key, but not with another key', () => {
  const { accessKeyId, secretAccessKey, sessionToken } = sessions.open('Reader');
  expect(createSessions(key, () => nowMs).check(accessKeyId, sessionToken)).toEqual({ principal: 'Reader', secretAccessKey });
  expect(createSessions(Buffer.from('another'), () => nowMs).check(accessKeyId, sessionToken)).toBe('InvalidToken');
});

test('credentials are invalid without a token, with a wrong or forged token, and after twelve hours', () => {
  const [session, otherSession] = [sessions.open('Reader'), sessions.open('Writer')];
  const [payload, signature] = session.sessionToken.split('.');
  const forgedToken = `${Buffer.from(String(Buffer.from(String(payload), 'base64url')).replace('Reader', 'Writer')).toString('base64url')}.${signature}`;
  expect(sessions.check(session.accessKeyId, undefined)).toBe('InvalidAccessKeyId');
  expect(sessions.check(session.accessKeyId, otherSession.sessionToken)).toBe('InvalidToken');
  expect(sessions.check(session.accessKeyId, forgedToken)).toBe('InvalidToken');
  nowMs += 12 * 3600 * 1000 + 1;
  expect(sessions.check(session.accessKeyId, session.sessionToken)).toBe('ExpiredToken');
});
