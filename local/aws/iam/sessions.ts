/**
 * Session credentials of a function's role. As in Lambda, each execution environment has separate credentials. A token contains all data
 * for its own check. So signed URLs stay valid after a restart of the local cloud.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export type SessionCredentials = { accessKeyId: string; secretAccessKey: string; sessionToken: string };

/** The reasons why credentials are not valid. The values are S3's error codes. */
export type SessionError = 'InvalidAccessKeyId' | 'InvalidToken' | 'ExpiredToken';

export type Sessions = {
  open(principal: string): SessionCredentials;
  /** Returns the owner of the credentials, or the reason why they are not valid. */
  check(accessKeyId: string, sessionToken: string | undefined): { principal: string; secretAccessKey: string } | SessionError;
};

/** Returns the session key of a local cloud. Creates it at the first start. */
export function storedSessionKey(file: string): Buffer {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 });
  return readFileSync(file);
}

/** AWS's tokens have about 1,000 characters. Each signed URL contains a token, so the local tokens have a similar length. */
const tokenBytes = 600;
const sessionMs = 12 * 60 * 60 * 1000;

/** @param key signs the tokens. It must be the same after each start, so that old tokens stay valid. */
export function createSessions(key: Buffer, now: () => number = Date.now): Sessions {
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url');
  const credentialsOf = (sessionToken: string): SessionCredentials => {
    const accessKeyId = `ASIA${createHash('sha256').update(sessionToken).digest('hex').slice(0, 16).toUpperCase()}`;
    return { accessKeyId, secretAccessKey: sign(accessKeyId), sessionToken };
  };
  return {
    open(principal) {
      const content = { principal, expiresAtMs: now() + sessionMs, id: randomBytes(tokenBytes).toString('base64url') };
      const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
      return credentialsOf(`${payload}.${sign(payload)}`);
    },
    check(accessKeyId, sessionToken) {
      if (sessionToken === undefined) return 'InvalidAccessKeyId';
      const [payload = '', signature] = sessionToken.split('.');
      const credentials = credentialsOf(sessionToken);
      if (signature !== sign(payload) || accessKeyId !== credentials.accessKeyId) return 'InvalidToken';
      const { principal, expiresAtMs } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
        principal: string;
        expiresAtMs: number;
      };
      return now() > expiresAtMs ? 'ExpiredToken' : { principal, secretAccessKey: credentials.secretAccessKey };
    },
  };
}
