/**
 * Helpers for the contract tests of the adapters: a fake vendor that sends scripted responses and records its requests, and a fake
 * secrets service.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { CallResponse } from '#local/aws/secrets-manager/secrets.ts';
import { startControl } from '#local/base/control.ts';

export type RecordedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer };
export type Reply = {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer | object;
  /** The server closes the connection before the response or in the middle of the response. */
  cut?: 'before' | 'within';
  /** `isSilent`: the vendor sends no response. `isHanging`: the vendor sends only half of the body and keeps the connection open. */
  isSilent?: true;
  isHanging?: true;
  /** Number of zero bytes that the vendor sends before the body, without a content length. */
  bytes?: number;
};

export type FakeVendor = { url: string; requests: RecordedRequest[]; reply: Reply; stop(): Promise<void> };

export async function startFakeVendor(): Promise<FakeVendor> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url: path = '', headers } = request;
    vendor.requests.push({ method, path, headers, body: Buffer.concat(chunks) });
    await send(response, vendor.reply);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const vendor: FakeVendor = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    reply: { status: 500 },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return vendor;
}

async function send(response: ServerResponse, { status, headers = {}, body = '', cut, isSilent, isHanging, bytes }: Reply): Promise<void> {
  if (isSilent) return;
  if (cut === 'before') {
    response.destroy();
    return;
  }
  const content = typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  response.writeHead(status, { ...(isJson && { 'content-type': 'application/json' }), ...headers });
  if (bytes !== undefined) {
    await pipeline(zeroBytes(bytes), response, { end: false }).catch(() => response.destroy());
  }
  if (isHanging) response.write(content.subarray(0, content.length / 2));
  else if (cut === 'within') response.write(content.subarray(0, content.length / 2), () => response.destroy());
  else response.end(content);
}

function* zeroBytes(bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(1024 * 1024);
  for (let sentBytes = 0; sentBytes < bytes; sentBytes += chunk.length) yield chunk;
}

/**
 * Starts a secrets service and sets the environment variables of the secrets. Each key of `values` is the name of an environment variable
 * and of its secret.
 */
export async function startSecrets(values: Record<string, object>): Promise<{ stop(): Promise<void> }> {
  const respond = (_: string, { SecretId }: Record<string, unknown>): CallResponse => ({
    status: 200,
    body: { SecretString: JSON.stringify(values[String(SecretId)]) },
  });
  const control = await startControl({ secretsmanager: respond });
  const variables = {
    AWS_ENDPOINT_URL: control.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    ...Object.fromEntries(Object.keys(values).map((name) => [name, name])),
  };
  Object.assign(process.env, variables);
  return {
    async stop() {
      for (const name of Object.keys(variables)) delete process.env[name];
      await control.stop();
    },
  };
}
