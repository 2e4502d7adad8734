/** Sends a request unchanged, for tests. `fetch` would normalize the path, set the Host header and follow redirects. */
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export type RawResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer };

type RawRequest = { port: number; path: string; method?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer };

export function rawRequest({ port, path, method = 'GET', headers = {}, body }: RawRequest): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const clientRequest = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        clientRequest.destroy();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) });
      });
      response.on('error', reject);
    });
    clientRequest.on('error', reject);
    // Sends a content length but no body, to test responses that must not wait for the body.
    if (headers['content-length'] !== undefined && body === undefined) clientRequest.flushHeaders();
    else clientRequest.end(body);
  });
}
