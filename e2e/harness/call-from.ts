import { request } from 'node:http';

type Answer<Body> = { status: number; headers: Record<string, string | string[] | undefined>; body: Body };

/** Calls from another address than everybody else on this machine: Linux has all of 127.0.0.0/8 for itself. */
export function callFrom<Body>(
  address: string,
  origin: string,
  { method, path, token, headers = {} }: { method: string; path: string; token: string; headers?: Record<string, string> },
): Promise<Answer<Body>> {
  const { port, host } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, localAddress: address, method, path, headers: { host, authorization: `Bearer ${token}`, ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text || 'null') }),
        );
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}
