import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startControl } from '../../base/control.ts';
import { type DynamoDb, startDynamoDb } from '../dynamodb/dynamodb.ts';
import { neededPermissionsOf, startDynamoDbProxy } from '../dynamodb/dynamodb-proxy.ts';
import { createTaskTokens } from '../step-functions/task-tokens.ts';
import { neededPermissionOf } from './control-permissions.ts';
import { accessKeyIn, createIam } from './iam.ts';
import { allows, anyResource, readStatements } from './policy.ts';

const table = (name: string) => `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`;

describe('a policy', () => {
  const statements = readStatements({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::media/results/*' },
      { Effect: 'Allow', Action: ['dynamodb:GetItem', 'dynamodb:Query'], Resource: [table('Batches'), `${table('Batches')}/index/open`] },
      { Effect: 'Allow', Action: 'states:Send*', Resource: 'arn:aws:states:us-east-1:000000000000:stateMachine:Item' },
    ],
  });

  test.each([
    ['s3:GetObject', 'arn:aws:s3:::media/results/a/b.mp4', true],
    ['S3:getobject', 'arn:aws:s3:::media/results/a', true],
    ['s3:GetObject', 'arn:aws:s3:::media/uploads/a', false],
    ['s3:PutObject', 'arn:aws:s3:::media/results/a', false],
    ['s3:GetObject', 'arn:aws:s3:::MEDIA/results/a', false],
    ['dynamodb:Query', `${table('Batches')}/index/open`, true],
    ['dynamodb:Query', `${table('Batches')}/index/other`, false],
    ['dynamodb:GetItem', table('BatchesX'), false],
    ['states:SendTaskSuccess', anyResource, true],
    ['states:StartExecution', anyResource, false],
  ])('for a policy and the action %s on %s, allows() returns %s', (action, resource, isAllowed) => {
    expect(allows(statements, action, resource)).toBe(isAllowed);
  });

  test.each([
    ['Deny', { Effect: 'Deny', Action: 's3:*', Resource: '*' }],
    ['Condition', { Effect: 'Allow', Action: 's3:*', Resource: '*', Condition: {} }],
    ['NotAction', { Effect: 'Allow', NotAction: 's3:*', Resource: '*' }],
  ])('a policy with the unsupported part %s is rejected, and the error names this part', (name, statement) => {
    expect(() => readStatements({ Version: '2012-10-17', Statement: [statement] })).toThrow(name);
  });

  test.each<[string, Record<string, unknown>]>([
    ['Id', { Version: '2012-10-17', Statement: [], Id: 'a' }],
    ['Version 2008-10-17', { Version: '2008-10-17', Statement: [] }],
    ['Version undefined', { Statement: [] }],
    ['Statement', { Version: '2012-10-17', Statement: { Effect: 'Allow', Action: 's3:GetObject', Resource: '*' } }],
    ['Statement', { Version: '2012-10-17' }],
  ])('a policy with the unsupported %s of the document is rejected, and the error names this part', (name, document) => {
    expect(() => readStatements(document)).toThrow(name);
  });
});

test.each([
  ['GetItem', { TableName: 'A' }, [{ action: 'GetItem', table: 'A' }]],
  ['Query', { TableName: 'A', IndexName: 'open' }, [{ action: 'Query', table: 'A', index: 'open' }]],
  [
    'TransactWriteItems',
    { TransactItems: [{ Put: { TableName: 'A' } }, { ConditionCheck: { TableName: 'B' } }] },
    [
      { action: 'PutItem', table: 'A' },
      { action: 'ConditionCheckItem', table: 'B' },
    ],
  ],
  ['DeleteTable', { TableName: 'A' }, undefined],
])('the action DynamoDB %s of %j needs %j', (operation, body, needs) => {
  expect(neededPermissionsOf(operation, body)).toEqual(needs);
});

describe('the DynamoDB proxy', () => {
  let dynamoDb: DynamoDb;
  let proxy: Awaited<ReturnType<typeof startDynamoDbProxy>>;
  const denials: string[] = [];
  const iam = createIam('owner', (message) => denials.push(message));
  const keys = {
    owner: 'owner',
    reader: iam.addFunction('Reader', [{ actions: ['dynamodb:GetItem'], resources: [table('Absent')] }])().accessKeyId,
    stranger: 'AKIASTRANGER',
  };
  const sendCall = async (caller: keyof typeof keys, command: 'get' | 'put' | 'query' | 'transaction') => {
    const client = new DynamoDBClient({
      endpoint: proxy.url,
      region: 'us-east-1',
      maxAttempts: 1,
      credentials: { accessKeyId: keys[caller], secretAccessKey: 'secret' },
    });
    const Key = { id: 'a' };
    const pendingCall = {
      get: () => client.send(new GetCommand({ TableName: 'Absent', Key }) as never),
      put: () => client.send(new PutItemCommand({ TableName: 'Absent', Item: { id: { S: 'a' } } })),
      query: () => client.send(new QueryCommand({ TableName: 'Absent', IndexName: 'by', KeyConditionExpression: 'id = :a' }) as never),
      transaction: () =>
        client.send(new TransactWriteCommand({ TransactItems: [{ Put: { TableName: 'Absent', Item: { id: 'a' } } }] }) as never),
    }[command]();
    const outcome = await pendingCall.then(
      () => 'done',
      (error: Error) => error,
    );
    client.destroy();
    return outcome;
  };

  beforeAll(async () => {
    dynamoDb = await startDynamoDb();
    proxy = await startDynamoDbProxy(dynamoDb.url, iam, table);
  });
  afterAll(async () => {
    await proxy?.stop();
    await dynamoDb?.stop();
  });

  // The table does not exist, so DynamoDB itself returns ResourceNotFoundException to an allowed caller.
  test.each([
    ['owner', 'put', 'ResourceNotFoundException'],
    ['reader', 'get', 'ResourceNotFoundException'],
    ['reader', 'put', 'AccessDeniedException'],
    ['reader', 'query', 'AccessDeniedException'],
    ['reader', 'transaction', 'AccessDeniedException'],
    ['stranger', 'get', 'AccessDeniedException'],
  ] as const)('a call by the %s (%s) gets the error %s', async (caller, command, name) => {
    expect(await sendCall(caller, command)).toMatchObject({ name });
  });

  test('the message about a denied call names the caller and the missing permission', async () => {
    await sendCall('reader', 'put');
    expect(denials.at(-1)).toContain(
      `Reader is not authorized to perform: dynamodb:PutItem on resource: ${table('Absent')}. Its grants are in infra/functions/.`,
    );
  });
});

test('the control server checks permissions', async () => {
  const iam = createIam('owner');
  const secretArn = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:Keys';
  const { accessKeyId } = iam.addFunction('Reader', [{ actions: ['secretsmanager:GetSecretValue'], resources: [secretArn] }])();
  const arns = {
    parameter: (name: string) => name,
    userPool: (id: string) => id,
    lambda: (name: string) => name,
    schedule: (name: string) => `schedule/${name}`,
  };
  const control = await startControl({ secretsmanager: () => ({ status: 200, body: { SecretString: 'shh' } }) }, (call) => {
    const need = neededPermissionOf(call.service, call.operation, call.body, arns);
    return need && iam.checkPermission(accessKeyIn(call.authorization), need.action, need.resource);
  });
  const client = new SecretsManagerClient({
    endpoint: control.url,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey: 'secret' },
  });
  expect(await client.send(new GetSecretValueCommand({ SecretId: secretArn }))).toMatchObject({ SecretString: 'shh' });
  await expect(client.send(new GetSecretValueCommand({ SecretId: 'arn:another' }))).rejects.toMatchObject({
    name: 'AccessDeniedException',
  });
  client.destroy();
  await control.stop();
});

test.each([
  ['AWSStepFunctions', 'StartExecution', { stateMachineArn: 'arn:m' }, { action: 'states:StartExecution', resource: 'arn:m' }],
  ['AWSStepFunctions', 'SendTaskSuccess', { taskToken: 't' }, { action: 'states:SendTaskSuccess', resource: anyResource }],
  [
    'AWSStepFunctions',
    'SendTaskSuccess',
    { taskToken: createTaskTokens({ isExecution: () => true }).issue('arn:aws:states:us-east-1:1:execution:Videos:one') },
    { action: 'states:SendTaskSuccess', resource: 'arn:aws:states:us-east-1:1:stateMachine:Videos' },
  ],
  ['AmazonSSM', 'GetParameter', { Name: '/a' }, { action: 'ssm:GetParameter', resource: 'parameter/a' }],
  ['AWSCognitoIdentityProviderService', 'AdminGetUser', { UserPoolId: 'p' }, { action: 'cognito-idp:AdminGetUser', resource: 'pool/p' }],
  ['TrentService', 'Sign', { KeyId: 'arn:k' }, { action: 'kms:Sign', resource: 'arn:k' }],
  ['Lambda', 'InvokeFunction', { FunctionName: 'f' }, { action: 'lambda:InvokeFunction', resource: 'function:f' }],
  ['Scheduler', 'CreateSchedule', { GroupName: 'g', Name: 'n' }, { action: 'scheduler:CreateSchedule', resource: 'schedule/g/n' }],
  ['Elsewhere', 'Do', {}, undefined],
])('%s.%s of %j needs %j', (service, operation, body, need) => {
  expect(
    neededPermissionOf(service, operation, body, {
      parameter: (name) => `parameter${name}`,
      userPool: (id) => `pool/${id}`,
      lambda: (name) => `function:${name}`,
      schedule: (name) => `schedule/${name}`,
    }),
  ).toEqual(need);
});
