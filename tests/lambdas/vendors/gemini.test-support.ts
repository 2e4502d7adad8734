/**
 * Starts a server that replaces Gemini. The server sends scripted responses and records its requests. The adapters use it as a stand-in.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallResponse } from '#local/aws/secrets-manager/secrets.ts';
import { startControl } from '#local/base/control.ts';

// biome-ignore lint/suspicious/noExplicitAny: the assertions define the type of the body
export type RecordedRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: any };
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | 'reset' | 'cut' | 'not-json' | 'oversized';

/** Returns an error response in Google's format. */
export const googleError = (status: number, name: string, details: object[] = [], message = 'No.'): Reply => ({
  status,
  body: { error: { code: status, message, status: name, details } },
});
export const detail = (type: string, fields: object): object => ({ '@type': `type.googleapis.com/google.rpc.${type}`, ...fields });

const oversizedBytes = 2 * 1024 * 1024;

function send(reply: Reply, response: ServerResponse): void {
  const json = { 'content-type': 'application/json' };
  if (reply === 'reset') response.destroy();
  else if (reply === 'cut') response.writeHead(200, { ...json, 'content-length': 100 }).write('{', () => response.destroy());
  else if (reply === 'not-json') response.writeHead(200, json).end('<html>');
  else if (reply === 'oversized') response.writeHead(200, json).end(JSON.stringify({ name: ' '.repeat(oversizedBytes) }));
  else response.writeHead(reply.status, { ...json, ...reply.headers }).end(reply.body === undefined ? '' : JSON.stringify(reply.body));
}

export async function startScriptedGemini() {
  const gemini = {
    url: '',
    requests: [] as RecordedRequest[],
    /** The responses by method and path. Any other request gets 404. */
    replies: {} as Record<string, Reply>,
    async stop(): Promise<void> {
      for (const name of Object.keys(variables)) delete process.env[name];
      delete process.env.STAND_IN_URL_GEMINI;
      server.close();
      server.closeAllConnections();
      await control.stop();
    },
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method = '', url: path = '', headers } = request;
    gemini.requests.push({ method, path, headers, body: text && JSON.parse(text) });
    send(gemini.replies[`${method} ${path}`] ?? googleError(404, 'NOT_FOUND'), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  gemini.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The name of the secret contains its value. So a test can change the value, although secrets are cached for minutes.
  const secrets = (_: string, { SecretId }: Record<string, unknown>): CallResponse => ({ status: 200, body: { SecretString: SecretId } });
  const control = await startControl({ secretsmanager: secrets });
  const variables = {
    AWS_ENDPOINT_URL: control.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
  Object.assign(process.env, variables);
  return gemini;
}

/** Sets the secret that the adapters read. */
export function giveKeys(keys: Record<string, string>): void {
  process.env.GEMINI_KEYS_SECRET_ARN = JSON.stringify(keys);
}
