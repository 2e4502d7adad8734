/**
 * The DynamoDB server that functions call. The server checks the permissions of the caller's role, because the emulator does not check
 * them. In harsh mode, the server also injects faults, and sends eventually consistent reads to a delayed copy.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { close, listen, loopback } from '../../base/listen.ts';
import { accessKeyIn, type Iam } from '../iam/iam.ts';
import type { DelayedCopy } from './delayed-copy.ts';
import type { Call, Fault } from './faults.ts';
import { type Body, writesOf } from './writes.ts';

type NeededPermission = { action: string; table: string; index?: string };

const singleTableOperations = ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'Scan'];
/** There is no permission for a transaction itself. Each part of the transaction needs the permission for its own action. */
const actionOfPart: Record<string, string> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** Returns the permissions that a call needs, or undefined if the product does not make this call. */
export function neededPermissionsOf(operation: string, body: Body): NeededPermission[] | undefined {
  if (singleTableOperations.includes(operation)) {
    const index = body.IndexName;
    return [{ action: operation, table: String(body.TableName), ...(typeof index === 'string' && { index }) }];
  }
  if (operation === 'TransactWriteItems' || operation === 'TransactGetItems')
    return (body.TransactItems as Record<string, { TableName?: string }>[]).flatMap((item) =>
      Object.entries(item).map(([kind, { TableName }]) => ({ action: actionOfPart[kind] ?? kind, table: String(TableName) })),
    );
  return undefined;
}

type DynamoDbProxy = { url: string; stop(): Promise<void> };

/** Functions that exist only in harsh mode. */
export type HarshDynamoDb = {
  /** @param principal the function that sends the call. Calls of the owner get no faults. */
  faultOf(call: Omit<Call, 'isRepeated'>, principal: string): Fault | undefined;
  delayedCopy: DelayedCopy;
};

/** `bodyText` contains the JSON of `body`. */
type Request = { incoming: IncomingMessage; operation: string; bodyText: string; body: Body; fault: Fault | undefined };

/** @param arnOf returns the ARN of a table by its name */
export async function startDynamoDbProxy(
  target: string,
  iam: Iam,
  arnOf: (table: string) => string,
  harsh?: HarshDynamoDb,
): Promise<DynamoDbProxy> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, response) => {
    respond(incoming, response).catch((error: Error) => {
      if (response.headersSent) response.destroy();
      else sendError(response, 500, 'InternalServerError', error.message);
    });
  });

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const bodyText = (await text(incoming)) || '{}';
    const body: Body = JSON.parse(bodyText);
    const operation = String(incoming.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    const needs = neededPermissionsOf(operation, body);
    if (!needs)
      return sendError(response, 400, 'UnknownOperationException', `The local cloud does not know the permissions of ${operation}`);
    const accessKeyId = accessKeyIn(incoming.headers.authorization);
    for (const { action, table, index } of needs) {
      const resource = arnOf(table) + (index ? `/index/${index}` : '');
      const denial = iam.checkPermission(accessKeyId, `dynamodb:${action}`, resource);
      if (denial) return sendError(response, 400, 'AccessDeniedException', denial);
    }
    const principal = iam.nameOf(accessKeyId);
    const invocationId = String(incoming.headers['amz-sdk-invocation-id']);
    const fault = principal === undefined ? undefined : harsh?.faultOf({ operation, body, invocationId }, principal);
    if (fault && !fault.isApplied) return sendError(response, fault.status, fault.type, fault.message, fault.extraFields);
    await forward({ incoming, operation, bodyText, body, fault }, response);
  }

  const forward = ({ incoming, operation, bodyText, body, fault }: Request, response: ServerResponse): Promise<void> =>
    new Promise((resolve, reject) => {
      const redirectedBody = harsh?.delayedCopy.redirectToCopy(operation, body);
      const requestBody = redirectedBody ? JSON.stringify(redirectedBody) : bodyText;
      const headers = { ...incoming.headers, 'content-length': Buffer.byteLength(requestBody) };
      const forwardedRequest = request(target, { agent, method: incoming.method, path: incoming.url, headers }, (emulatorResponse) => {
        const isApplied = emulatorResponse.statusCode === 200;
        if (isApplied) for (const write of writesOf(operation, body)) harsh?.delayedCopy.recordWrite(write);
        if (isApplied && fault) {
          emulatorResponse.resume();
          sendError(response, fault.status, fault.type, fault.message, fault.extraFields);
          return resolve();
        }
        response.writeHead(emulatorResponse.statusCode ?? 502, emulatorResponse.headers);
        emulatorResponse.pipe(response).once('finish', resolve).once('error', reject);
      });
      forwardedRequest.once('error', reject);
      forwardedRequest.end(requestBody);
    });

  return {
    url: `http://${loopback}:${await listen(server)}`,
    stop: async () => {
      const closed = close(server);
      agent.destroy();
      await closed;
    },
  };
}

function sendError(response: ServerResponse, status: number, type: string, message: string, extraFields: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message, ...extraFields }));
}
