/**
 * A user pool on disk, in one file. Each change writes a complete new file and renames it, so that after a kill at any time, the file has
 * either the old or the new content.
 */
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';

export type PoolUser = {
  sub: string;
  username: string;
  email: string;
  name: string;
  /** ISO 8601. */
  createdAt: string;
  lastSignInAt: string;
};

/** Data of one sign-in; all its tokens contain the `originJti`. */
export type Session = {
  email: string;
  scope: string;
  /** Seconds since 1970, like all times in tokens. */
  authTime: number;
  originJti: string;
};

export type RefreshSession = Session & {
  token: string;
  expiresAt: number;
  /** Time at which the token becomes invalid, because it was exchanged for a new one. */
  replacedAt?: number;
};

export type PoolStore = {
  signingKey: JWK & { kid: string };
  /** Key: e-mail address. */
  users: Map<string, PoolUser>;
  /** Key: token. */
  refreshSessions: Map<string, RefreshSession>;
  /** Resolves when all changes before the call are on disk. */
  save(): Promise<void>;
};

type Saved = { signingKey: JWK & { kid: string }; users: PoolUser[]; refreshSessions: RefreshSession[] };

export async function openPoolStore(directory: string, poolId: string): Promise<PoolStore> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, `${poolId}.json`);
  const saved = await load(file);
  const signingKey = saved?.signingKey ?? (await newSigningKey());
  const users = new Map(saved?.users.map((user) => [user.email, user]));
  const refreshSessions = new Map(saved?.refreshSessions.map((session) => [session.token, session]));
  const save = coalesced(() => {
    const content: Saved = { signingKey, users: [...users.values()], refreshSessions: [...refreshSessions.values()] };
    return replaceFile(file, JSON.stringify(content, null, 2));
  });
  if (!saved) await save();
  return { signingKey, users, refreshSessions, save };
}

async function load(file: string): Promise<Saved | undefined> {
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

/** Only the owner may read the file, because it can sign tokens. */
async function replaceFile(file: string, content: string): Promise<void> {
  const temporary = `${file}.new`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

/** Runs one write at a time. All calls during a write share the next write. */
function coalesced(write: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    const start = (): Promise<void> => {
      next = undefined;
      running = write();
      return running;
    };
    next ??= running.then(start, start);
    return next;
  };
}
