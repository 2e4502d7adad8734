/** Request and response types of a stand-in's handlers, and their conversion from and to node:http. */
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

export type Call = { method: string; path: string; query: URLSearchParams; headers: IncomingMessage['headers']; body: Buffer };
/** At most one of `json`, `brokenJson`, `bytes`, `stream` and `file` is set. */
export type Answer = {
  status: number;
  json?: unknown;
  /** Sent with the JSON content type, although it may be invalid JSON. */
  brokenJson?: string;
  /** `headers` contains its content type. */
  bytes?: Buffer;
  /** Sent without a content length, so that the reader must count the bytes. */
  stream?: Iterable<Buffer>;
  headers?: Record<string, string>;
  /** `end` is the index of the last byte. */
  file?: { path: string; start: number; end: number };
  /** Closes the connection before the response or in the middle of the body. */
  cut?: 'before' | 'within';
};

/** Reads and discards everything above the limit. */
export async function readBody(request: IncomingMessage, sizeBytesMax: number): Promise<Buffer | 'too large'> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= sizeBytesMax) chunks.push(chunk);
  }
  return size > sizeBytesMax ? 'too large' : Buffer.concat(chunks);
}

export async function writeAnswer(response: ServerResponse, answer: Answer, method: string): Promise<void> {
  const { status, headers = {}, file, stream, cut } = answer;
  if (cut === 'before') {
    response.destroy();
    return;
  }
  if (file) {
    response.writeHead(status, { ...headers, 'content-length': file.end - file.start + 1 });
    if (method === 'HEAD' || file.end < file.start) response.end();
    else await pipeline(createReadStream(file.path, { start: file.start, end: file.end }), response);
    return;
  }
  if (stream) {
    response.writeHead(status, headers);
    await pipeline(stream, response);
    return;
  }
  const { content, isJson } = contentOf(answer);
  response.writeHead(status, { ...(isJson && { 'content-type': 'application/json' }), 'content-length': content.length, ...headers });
  if (cut === 'within') response.write(content.subarray(0, content.length / 2), () => response.destroy());
  else response.end(method === 'HEAD' ? undefined : content);
}

function contentOf({ json, brokenJson, bytes }: Answer): { content: Buffer; isJson: boolean } {
  if (bytes) return { content: bytes, isJson: false };
  const text = brokenJson ?? (json === undefined ? '' : JSON.stringify(json));
  return { content: Buffer.from(text), isJson: text !== '' };
}

/** Parses a JSON body. Returns undefined if it is not JSON. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
