import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dynamo } from './dynamo.ts';

/** The fake DynamoDB returns one of these errors for each of the next attempts. */
let pendingErrors: string[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    const error = pendingErrors.shift();
    response.writeHead(error ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(
      JSON.stringify(error ? { __type: `com.amazonaws.dynamodb.v20120810#${error}`, message: '' } : { Item: { pk: { S: 'a' } } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
});
afterAll(() => void server?.close());

const readRow = () => dynamo().send(new GetCommand({ TableName: 'Batches', Key: { pk: 'a' } }));

test('a call that conflicts with a transaction is retried', async () => {
  pendingErrors = Array.from({ length: 9 }, () => 'TransactionConflictException');
  expect(await readRow()).toMatchObject({ Item: { pk: 'a' } });
});

test('a failed condition is not retried', async () => {
  pendingErrors = ['ConditionalCheckFailedException'];
  await expect(readRow()).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
  expect(pendingErrors).toEqual([]);
});
