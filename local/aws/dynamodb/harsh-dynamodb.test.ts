/** Tests the DynamoDB endpoint that functions use in harsh mode. */
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIam } from '../iam/iam.ts';
import { createDelayedCopy, type DelayedCopy } from './delayed-copy.ts';
import { type DynamoDb, startDynamoDb } from './dynamodb.ts';
import { startDynamoDbProxy } from './dynamodb-proxy.ts';
import type { Fault } from './faults.ts';

const TableName = 'Batches';
const definition = {
  TableName,
  BillingMode: 'PAY_PER_REQUEST' as const,
  AttributeDefinitions: ['id', 'part', 'at'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' as const }],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'open',
      KeySchema: [
        { AttributeName: 'part', KeyType: 'HASH' as const },
        { AttributeName: 'at', KeyType: 'RANGE' as const },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' as const },
    },
  ],
};

let dynamoDb: DynamoDb;
let copy: DelayedCopy;
let proxy: Awaited<ReturnType<typeof startDynamoDbProxy>>;
let client: DynamoDBDocumentClient;
let delay = 0;
let faults: (Fault | undefined)[] = [];
const iam = createIam('owner');
const { accessKeyId } = iam.addFunction('Writer', [{ actions: ['dynamodb:*'], resources: ['*'] }])();

beforeEach(async () => {
  delay = 0;
  faults = [];
  dynamoDb = await startDynamoDb();
  copy = createDelayedCopy({ url: dynamoDb.url, region: 'us-east-1', chance: () => delay });
  proxy = await startDynamoDbProxy(dynamoDb.url, iam, (name) => name, { faultOf: () => faults.shift(), delayedCopy: copy });
  client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: proxy.url, region: 'us-east-1', credentials: { accessKeyId, secretAccessKey: 'secret' } }),
  );
  const owner = new DynamoDBClient({
    endpoint: dynamoDb.url,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey: 'secret' },
  });
  await owner.send(new CreateTableCommand(definition));
  owner.destroy();
  await copy.addTable(definition);
});
afterEach(async () => {
  client?.destroy();
  await proxy?.stop();
  await copy?.stop();
  await dynamoDb?.stop();
});

const put = (id: string, sortKey = id) => client.send(new PutCommand({ TableName, Item: { id, part: 's', at: sortKey } }));
const get = async (id: string, ConsistentRead?: boolean) =>
  (await client.send(new GetCommand({ TableName, Key: { id }, ConsistentRead }))).Item;
const readIndex = async () => {
  const { Items = [] } = await client.send(
    new QueryCommand({ TableName, IndexName: 'open', KeyConditionExpression: 'part = :s', ExpressionAttributeValues: { ':s': 's' } }),
  );
  return Items.map(({ id }) => id);
};
const serverFault: Fault = { status: 500, type: 'InternalServerError', message: 'Internal server error' };
const incrementCounter = () =>
  client.send(
    new UpdateCommand({ TableName, Key: { id: 'a' }, UpdateExpression: 'ADD used :one', ExpressionAttributeValues: { ':one': 1 } }),
  );

test('index reads and eventually consistent reads return a new item only after the delay', async () => {
  delay = 0.9;
  await put('a');
  expect(await readIndex()).toEqual([]);
  expect(await get('a')).toBeUndefined();
  expect(await get('a', true)).toMatchObject({ id: 'a' });
  await vi.waitFor(async () => expect(await readIndex()).toEqual(['a']), { timeout: 10_000 });
});

test('an index read during the delay returns an item that was already removed from the index', async () => {
  await put('b');
  await put('a');
  await vi.waitFor(async () => expect(await readIndex()).toEqual(['a', 'b']), { timeout: 10_000 });
  delay = 0.9;
  await client.send(
    new TransactWriteCommand({ TransactItems: [{ Update: { TableName, Key: { id: 'a' }, UpdateExpression: 'REMOVE part' } }] }),
  );
  expect(await readIndex()).toEqual(['a', 'b']);
  await vi.waitFor(async () => expect(await readIndex()).toEqual(['b']), { timeout: 10_000 });
});

test('the delayed copy of a table contains the items of the table immediately after a restart', async () => {
  delay = 1;
  await put('a');
  await copy.addTable(definition);
  expect(await readIndex()).toEqual(['a']);
});

test('the SDK repeats a write after a lost response, so the write is applied twice', async () => {
  faults = [{ ...serverFault, isApplied: true }];
  await incrementCounter();
  expect(await get('a', true)).toMatchObject({ used: 2 });
});

test('a transaction is applied once after a lost response, because of its token', async () => {
  faults = [{ ...serverFault, isApplied: true }];
  const Update = { TableName, Key: { id: 'a' }, UpdateExpression: 'ADD used :one', ExpressionAttributeValues: { ':one': 1 } };
  await client.send(new TransactWriteCommand({ TransactItems: [{ Update }] }));
  expect(await get('a', true)).toMatchObject({ used: 1 });
});

test('a fault before the write does not change the table', async () => {
  faults = [serverFault, serverFault, serverFault, serverFault];
  await expect(put('a')).rejects.toMatchObject({ name: 'InternalServerError' });
  expect(await get('a', true)).toBeUndefined();
});
