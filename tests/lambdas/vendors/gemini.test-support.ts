/** A server in Gemini's place that answers what a test says, and remembers what it was asked; the adapters find it as a stand-in. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallAnswer } from '#local/aws/secrets-manager/secrets.ts';
import { startControl } from '#local/plumbing/control.ts';

// biome-ignore lint/suspicious/noExplicitAny: the assertions say what the body is
export type Seen = { method: string; path: string; headers: IncomingMessage['headers']; body: any };
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | 'reset' | 'cut' | 'not-json' | 'oversized';

/** Google's body of an error. */
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
    seen: [] as Seen[],
    /** By method and path; anything else is not found. */
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
    gemini.seen.push({ method, path, headers, body: text && JSON.parse(text) });
    send(gemini.replies[`${method} ${path}`] ?? googleError(404, 'NOT_FOUND'), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  gemini.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The secret's name says what it holds, so that a test may change it although secrets are kept for minutes.
  const secrets = (_: string, { SecretId }: Record<string, unknown>): CallAnswer => ({ status: 200, body: { SecretString: SecretId } });
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

/** What the adapters read as their secret. */
export function giveKeys(keys: Record<string, string>): void {
  process.env.GEMINI_KEYS_SECRET_ARN = JSON.stringify(keys);
}
