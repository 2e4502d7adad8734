/**
 * Stores a user pool in one file. Each save writes a new file and then renames it. So the file is complete even if the process is killed.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { writeAtomically } from '../../base/write-atomically.ts';

export type PoolUser = {
  sub: string;
  username: string;
  email: string;
  name: string;
  /** ISO 8601. */
  createdAt: string;
  lastSignInAt: string;
};

/** Data of one sign-in. All tokens of the sign-in contain the `originJti`. */
export type Session = {
  email: string;
  scope: string;
  /** Seconds since 1970, like all times in tokens. */
  authTime: number;
  originJti: string;
};

export type RefreshSession = Session & {
  token: string;
  /** Seconds since 1970. */
  expiresAt: number;
  /** Seconds since 1970. At this time, a token that was exchanged for a new token becomes invalid. */
  replacedAt?: number;
};

export type PoolStore = {
  signingKey: JWK & { kid: string };
  /** The users by e-mail address. */
  users: Map<string, PoolUser>;
  /** The sessions by refresh token. */
  refreshSessions: Map<string, RefreshSession>;
  /** Writes all previous changes to the file. */
  save(): Promise<void>;
};

type SavedPool = { signingKey: JWK & { kid: string }; users: PoolUser[]; refreshSessions: RefreshSession[] };

export async function openPoolStore(directory: string, poolId: string): Promise<PoolStore> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, `${poolId}.json`);
  const saved = await load(file);
  const signingKey = saved?.signingKey ?? (await newSigningKey());
  const users = new Map(saved?.users.map((user) => [user.email, user]));
  const refreshSessions = new Map(saved?.refreshSessions.map((session) => [session.token, session]));
  const save = async () => {
    const content: SavedPool = { signingKey, users: [...users.values()], refreshSessions: [...refreshSessions.values()] };
    writeAtomically(file, JSON.stringify(content, null, 2));
  };
  if (!saved) await save();
  return { signingKey, users, refreshSessions, save };
}

async function load(file: string): Promise<SavedPool | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`The user pool in ${file} is damaged. Remove the file, or start with --fresh; all users must then sign in again.`, {
      cause,
    });
  }
}

async function newSigningKey(): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' };
}
