/** Helpers for the tests of this folder: they start a stand-in with automatic cleanup, send calls, and receive webhooks. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';
import { close, listen, loopback } from '../../base/listen.ts';
import { photoUrl } from '../../demo/clips/photo.test-support.ts';
import type { StandIn } from '../kit/server.ts';
import { type FalStandInOptions, startFalStandIn } from './fal-stand-in.ts';

export const fastEndpoint = 'fal-ai/veo3.1/fast/image-to-video';
export const standardEndpoint = 'fal-ai/veo3.1/image-to-video';
export const authorization = 'Key test';
const pollMs = 20;
const deadlineMs = 40_000;

export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'fal-stand-in-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

export async function startForTest(options: Partial<FalStandInOptions> = {}): Promise<StandIn & { directory: string }> {
  const directory = options.directory ?? (await temporaryDirectory());
  const standIn = await startFalStandIn({ ...options, directory });
  onTestFinished(standIn.stop);
  return { ...standIn, directory };
}

// biome-ignore lint/suspicious/noExplicitAny: the assertions check the type of the body
export type CallResult = { status: number; headers: Headers; body: any };

/** Sends one call with the key and parses a JSON response body. */
export async function call(
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = { authorization },
): Promise<CallResult> {
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

export const addFaultRule = (standIn: StandIn, rule: { match?: string; times?: number; fault: unknown }) =>
  call('POST', `${standIn.url}/_script`, { match: '', ...rule });

export const quickClip = { kind: 'clip', seconds: 1, width: 64, height: 64 } as const;

export async function submit(standIn: StandIn, input: Record<string, unknown> = {}, webhookUrl?: string): Promise<CallResult> {
  const query = webhookUrl ? `?fal_webhook=${encodeURIComponent(webhookUrl)}` : '';
  const photo = { prompt: 'A mug on a table', image_url: await photoUrl(), generate_audio: false };
  return call('POST', `${standIn.url}/${fastEndpoint}${query}`, { ...photo, ...input });
}

/** Waits until the request has this status, and returns the status response. */
export const waitForStatus = (submitResult: CallResult, status: 'IN_PROGRESS' | 'COMPLETED'): Promise<CallResult> =>
  waitUntil(async () => {
    const current = await call('GET', submitResult.body.status_url);
    if (current.body.status !== status) throw new Error(`The request is ${current.body.status}`);
    return current;
  });

export const waitUntil = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { interval: pollMs, timeout: deadlineMs }) as Promise<Value>;

export type ReceivedWebhook = { headers: IncomingHttpHeaders; body: string };

/** Starts a server that receives webhooks. The server responds with each of the `statuses` once, then with 200. */
export async function startReceiver(statuses: number[] = []) {
  const receivedWebhooks: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    receivedWebhooks.push({ headers: request.headers, body: await text(request) });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  const origin = `http://${loopback}:${await listen(server)}`;
  onTestFinished(() => close(server));
  return { origin, url: `${origin}/webhooks/fal?item=1`, webhooks: receivedWebhooks };
}

/**
 * Returns whether a process still runs. An ended process stays in the list of processes (as a zombie) until its parent reads its status.
 * For such a process, the result is false.
 */
export async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat !== undefined && stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
}
