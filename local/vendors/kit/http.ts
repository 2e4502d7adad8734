/** Types for a call to a stand-in and for the response. Also converts a request of node:http to a call, and writes a response. */
import { createReadStream, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Form, formOf } from './form.ts';

export type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Undefined if the body is not JSON. */
  json: unknown;
  /** Undefined if the body is not a complete multipart form. */
  form: Form | undefined;
};

/** At most one of `json`, `bytes`, `stream` and `file` is set. */
export type VendorResponse = {
  status: number;
  json?: unknown;
  /** The content type of these bytes is in `headers`. */
  bytes?: Buffer;
  /** The stream is sent without a content length, so the reader must limit the size. */
  stream?: Iterable<Buffer>;
  /** Path of a file. */
  file?: string;
  headers?: Record<string, string>;
  /** Closes the connection before the response or in the middle of the body. */
  closesConnection?: 'before' | 'within';
  /** The scripted faults of the call. The server applies the faults of the connection. */
  faults?: readonly { kind: string }[];
};

export async function readCall(request: IncomingMessage): Promise<Call> {
  const { method = 'GET', headers } = request;
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
  const body = await buffer(request);
  return { method, path, query, headers, body, json: jsonOf(body), form: await formOf({ headers, body }) };
}

export async function writeResponse(response: ServerResponse, vendorResponse: VendorResponse, isHead: boolean): Promise<void> {
  const { status, headers = {}, json, file, stream, closesConnection: cut } = vendorResponse;
  if (cut === 'before') {
    response.destroy();
  } else if (file) {
    response.writeHead(status, { ...headers, 'content-length': statSync(file).size });
    if (isHead) response.end();
    else await pipeline(createReadStream(file), response);
  } else if (stream) {
    response.writeHead(status, headers);
    await pipeline(stream, response);
  } else {
    const content = vendorResponse.bytes ?? Buffer.from(json === undefined ? '' : JSON.stringify(json));
    const type = json === undefined ? {} : { 'content-type': 'application/json' };
    response.writeHead(status, { ...type, 'content-length': content.length, ...headers });
    if (cut === 'within') response.write(content.subarray(0, content.length / 2), () => response.destroy());
    else response.end(isHead ? undefined : content);
  }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
