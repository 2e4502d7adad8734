import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { createSessions } from '../iam/sessions.ts';
import { startS3Server } from './server.ts';
import { openObjectStore } from './store.ts';

export const bucket = 'media-bucket';
export const otherBucket = 'site-bucket';
export const pageOrigin = 'http://localhost:3000';
export const credentials = { accessKeyId: 'local-key', secretAccessKey: 'local-secret' };

const corsRules = [
  {
    AllowedOrigins: [pageOrigin],
    AllowedMethods: ['GET', 'POST'],
    AllowedHeaders: ['content-type', 'x-amz-*'],
    ExposedHeaders: ['ETag'],
    MaxAge: 600,
  },
];

export type TestS3 = Awaited<ReturnType<typeof startTestS3>>;

/** Starts a server with an empty directory and a clock that tests can advance. */
export async function startTestS3() {
  const directory = await mkdtemp(join(tmpdir(), 's3-test-'));
  const clock = { aheadMs: 0 };
  const now = () => Date.now() + clock.aheadMs;
  const unexpectedErrors: unknown[] = [];
  const store = openObjectStore(directory, now);
  const sessions = createSessions(Buffer.from('a key'), now);
  const server = await startS3Server({
    store,
    credentials: { ...credentials, secretOf: sessions.check },
    buckets: new Map([
      [bucket, { corsRules }],
      [otherBucket, { corsRules: [] }],
    ]),
    now,
    onError: (error) => unexpectedErrors.push(error),
  });
  const client = testClient(server.url, credentials);
  return {
    directory,
    clock,
    store,
    client,
    openSession: () => sessions.open('Reader'),
    /** Errors that the client did not cause. Each test file checks that this list is empty. */
    unexpectedErrors,
    url: server.url,
    stop: async () => {
      client.destroy();
      await server.stop();
      await rm(directory, { recursive: true });
    },
  };
}

export const testClient = (endpoint: string, keys: typeof credentials & { sessionToken?: string }) =>
  new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: keys, maxAttempts: 1 });

/** Returns the HTTP status and the error name of a call that must fail, for example `404 NoSuchKey`. */
export async function errorOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof S3ServiceException) return `${error.$metadata.httpStatusCode} ${error.name}`;
    throw error;
  }
  throw new Error('The call did not fail.');
}

/** Returns the HTTP status of a response. If the response is an error, the error code follows. */
export async function outcomeOf(response: Response): Promise<string> {
  const text = await response.text();
  const code = /<Code>(.*?)<\/Code>/.exec(text)?.[1];
  return code ? `${response.status} ${code}` : String(response.status);
}

/** Sends a request with exactly this path. `fetch` would resolve the dots of the path. */
export function rawGet(url: string, path: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const { hostname, port } = new URL(url);
  request({ hostname, port, path }, async (response) => {
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    const code = /<Code>(.*?)<\/Code>/.exec(text)?.[1];
    resolve(code ? `${response.statusCode} ${code}` : `${response.statusCode} ${text}`);
  })
    .on('error', reject)
    .end();
  return promise;
}

/** Lists the data files of a bucket, including files that are being written. */
export async function listDataFiles(directory: string, name = bucket): Promise<string[]> {
  const folders = await Promise.all(
    ['data', 'incoming', 'uploads'].map((folder) => readdir(join(directory, name, folder)).catch(() => [])),
  );
  return folders.flat();
}
