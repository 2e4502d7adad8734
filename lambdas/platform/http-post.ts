/** Sends a POST request. Does not use `fetch`, because Node loads its code at the first request, and this takes about 30 ms. */
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';

const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

type PostOptions = { headers: Record<string, string>; body: string; timeoutMs: number };
export type PostResponse = { status: number; headers: IncomingHttpHeaders; text: string };

/** @throws the error of the connection, or an AbortError or TimeoutError after `timeoutMs`. Redirects are not followed. */
export async function post(url: string, { headers, body, timeoutMs }: PostOptions): Promise<PostResponse> {
  const signal = AbortSignal.timeout(timeoutMs);
  const options = { method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) }, signal };
  const request = url.startsWith('https:')
    ? httpsRequest(url, { ...options, agent: agents.https })
    : httpRequest(url, { ...options, agent: agents.http });
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      text(response).then(
        (responseText) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: responseText }),
        reject,
      );
    });
    request.end(body);
  });
}
