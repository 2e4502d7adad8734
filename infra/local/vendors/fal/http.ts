/** What a handler gets and gives, and the few lines between that and node:http. */
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** A 20 MB photo as a data: address, with room for the rest of the input. */
const bodyBytesMax = 30 * 1024 * 1024;

export type Call = { method: string; path: string; query: URLSearchParams; headers: IncomingMessage['headers']; body: Buffer };
export type Answer = {
  status: number;
  json?: unknown;
  /** Sent as JSON although it may be none. */
  brokenJson?: string;
  headers?: Record<string, string>;
  /** `end` is the last byte's index. */
  file?: { path: string; start: number; end: number };
};

/** Everything after the limit is drained and dropped. */
export async function readBody(request: IncomingMessage): Promise<Buffer | 'too large'> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bodyBytesMax) chunks.push(chunk);
  }
  return size > bodyBytesMax ? 'too large' : Buffer.concat(chunks);
}

export async function writeAnswer(
  response: ServerResponse,
  { status, json, brokenJson, headers = {}, file }: Answer,
  method: string,
): Promise<void> {
  if (file) {
    response.writeHead(status, { ...headers, 'content-length': file.end - file.start + 1 });
    if (method === 'HEAD' || file.end < file.start) response.end();
    else await pipeline(createReadStream(file.path, { start: file.start, end: file.end }), response);
    return;
  }
  const text = brokenJson ?? (json === undefined ? '' : JSON.stringify(json));
  response.writeHead(status, {
    ...(text !== '' && { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

/** A JSON body, or undefined where it is none. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
