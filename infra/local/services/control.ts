/** The address at which the Lambdas' SDK clients reach every AWS service but DynamoDB and S3, told apart by `x-amz-target`. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallAnswer } from './secrets.ts';

type Service = (operation: string, body: Record<string, unknown>) => CallAnswer | Promise<CallAnswer>;

const bodyBytesMax = 2 * 1024 * 1024;

export async function startControl(services: Record<string, Service>): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const [prefix = '', operation = ''] = String(request.headers['x-amz-target'] ?? '').split('.');
    const service = services[prefix];
    const answer: CallAnswer = service
      ? await Promise.try(async () => service(operation, await bodyOf(request))).catch((error: Error) => ({
          status: 500,
          body: { __type: 'InternalFailure', message: error.message },
        }))
      : { status: 501, body: { __type: 'NotImplemented', message: `The local cloud has no ${prefix || 'service'} here` } };
    const { __type: type } = (answer.body ?? {}) as { __type?: string };
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1', ...(type && { 'x-amzn-errortype': type }) });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > bodyBytesMax) throw new Error('The request is too large');
  }
  return JSON.parse(text || '{}');
}
