import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import {
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  ListExecutionsCommand,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { describe, expect, it, onTestFinished } from 'vitest';
import { close, listen } from '../../base/listen.ts';
import { handleStatesCall } from './api.ts';
import { createTestEngine, executionArn, machineArn } from './test-engine.ts';
import { tokenMachine } from './test-machines.ts';

/** Starts a test engine with the real client over a real connection. */
async function startWithClient() {
  const tokens: string[] = [];
  const testEngine = createTestEngine({ machines: { tokens: tokenMachine }, lambda: (_, { token }) => tokens.push(token) });
  const server = createServer(async (request, response) => {
    const operation = String(request.headers['x-amz-target']).replace('AWSStepFunctions.', '');
    const { status, body } = handleStatesCall(testEngine.engine, operation, (await json(request)) as object);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
  });
  const client = new SFNClient({
    endpoint: `http://127.0.0.1:${await listen(server)}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  onTestFinished(() => {
    client.destroy();
    return close(server);
  });
  const stateMachineArn = machineArn('tokens');
  return { ...testEngine, client, tokens, stateMachineArn };
}

describe('the SDK’s client', () => {
  it('the SDK’s client starts and describes an execution, completes its task and reads its history', async () => {
    const { client, clock, tokens, stateMachineArn } = await startWithClient();
    const startResult = await client.send(new StartExecutionCommand({ stateMachineArn, name: 'one', input: '{"a":1}' }));
    expect(startResult).toMatchObject({ executionArn: executionArn('tokens', 'one'), startDate: new Date(clock.now()) });
    const runningExecution = await client.send(new DescribeExecutionCommand({ executionArn: startResult.executionArn }));
    expect(runningExecution).toMatchObject({ status: 'RUNNING', input: '{"a":1}', stateMachineArn, name: 'one' });

    await clock.advance(1500);
    await client.send(new SendTaskSuccessCommand({ taskToken: tokens[0], output: '{"url":"u"}' }));
    const endedExecution = await client.send(new DescribeExecutionCommand({ executionArn: startResult.executionArn }));
    expect(endedExecution).toMatchObject({ status: 'SUCCEEDED', output: '{"url":"u"}', stopDate: new Date(clock.now()) });

    const { events } = await client.send(new GetExecutionHistoryCommand({ executionArn: startResult.executionArn }));
    expect(events!.map(({ type, previousEventId }) => [type, previousEventId])).toEqual([
      ['ExecutionStarted', 0],
      ['TaskStateEntered', 1],
      ['TaskScheduled', 2],
      ['TaskStarted', 3],
      ['TaskSubmitted', 4],
      ['TaskSucceeded', 5],
      ['TaskStateExited', 6],
      ['ExecutionSucceeded', 7],
    ]);
    expect(events![0]!.executionStartedEventDetails).toEqual({ input: '{"a":1}' });
    expect(events![1]!.stateEnteredEventDetails).toEqual({ name: 'Await', input: '{"a":1}' });
    expect(events![2]!.taskScheduledEventDetails).toMatchObject({
      ...{ resourceType: 'lambda', resource: 'invoke.waitForTaskToken', region: 'us-east-1', timeoutInSeconds: 15 },
    });
    expect(events![5]).toMatchObject({ timestamp: new Date(clock.now()), taskSucceededEventDetails: { output: '{"url":"u"}' } });
    expect(events![6]!.stateExitedEventDetails).toEqual({ name: 'Await', output: '{"url":"u"}' });
    expect(Object.keys(events![0]!)).not.toContain('place');
  });

  it('the SDK’s client fails a task', async () => {
    const { client, clock, engine, tokens, stateMachineArn } = await startWithClient();
    await client.send(new StartExecutionCommand({ stateMachineArn, name: 'failing' }));
    await clock.runPendingCallbacks();
    await client.send(new SendTaskFailureCommand({ taskToken: tokens[0], error: 'VendorFailed', cause: 'x' }));
    expect(engine.describeExecution(executionArn('tokens', 'failing'))).toMatchObject({
      status: 'FAILED',
      error: 'VendorFailed',
      cause: 'x',
    });
  });

  it('the SDK’s client reads a list in pages that stay correct after a new entry', async () => {
    const { client, start, stateMachineArn } = await startWithClient();
    for (const name of ['a', 'b', 'c']) start('tokens', {}, name);
    const first = await client.send(new ListExecutionsCommand({ stateMachineArn, maxResults: 2 }));
    start('tokens', {}, 'd');
    const second = await client.send(new ListExecutionsCommand({ stateMachineArn, maxResults: 2, nextToken: first.nextToken }));
    expect([first, second].map(({ executions }) => executions!.map(({ name }) => name))).toEqual([['c', 'b'], ['a']]);
    expect(second.nextToken).toBeUndefined();
    const succeededList = await client.send(new ListExecutionsCommand({ stateMachineArn, statusFilter: 'SUCCEEDED' }));
    expect(succeededList.executions).toEqual([]);
  });

  it('the SDK’s client reads a history in reverse order', async () => {
    const { client, clock, start } = await startWithClient();
    const arn = start('tokens');
    await clock.runPendingCallbacks();
    const { events, nextToken } = await client.send(
      new GetExecutionHistoryCommand({ executionArn: arn, reverseOrder: true, maxResults: 1 }),
    );
    expect(events!.map(({ type }) => type)).toEqual(['TaskSubmitted']);
    expect(nextToken).toBeDefined();
  });

  it('the SDK’s client throws errors with the names of the API errors', async () => {
    const { client, start, stateMachineArn } = await startWithClient();
    start('tokens', {}, 'taken');
    const missingArn = executionArn('tokens', 'gone');
    await expect(client.send(new StartExecutionCommand({ stateMachineArn, name: 'taken', input: '1' }))).rejects.toThrow(
      expect.objectContaining({ name: 'ExecutionAlreadyExists' }),
    );
    await expect(client.send(new DescribeExecutionCommand({ executionArn: missingArn }))).rejects.toThrow(
      expect.objectContaining({ name: 'ExecutionDoesNotExist' }),
    );
    await expect(client.send(new ListExecutionsCommand({ stateMachineArn: machineArn('none') }))).rejects.toThrow(
      expect.objectContaining({ name: 'StateMachineDoesNotExist' }),
    );
    await expect(client.send(new SendTaskSuccessCommand({ taskToken: 'x', output: '{}' }))).rejects.toThrow(
      expect.objectContaining({ name: 'InvalidToken' }),
    );
  });
});

describe('a call', () => {
  it.each([
    ['to an unknown operation', 'CreateActivity', {}, 'UnknownOperationException'],
    ['to an operation that the product does not use', 'StopExecution', {}, 'UnknownOperationException'],
    ['without a required field', 'StartExecution', {}, 'ValidationException'],
    ['with an unsupported field', 'StartExecution', { stateMachineArn: machineArn('tokens'), traceHeader: 'x' }, 'ValidationException'],
  ])('a call %s fails', (_, operation, body, name) => {
    const { engine } = createTestEngine({ machines: { tokens: tokenMachine } });
    expect(handleStatesCall(engine, operation, body)).toMatchObject({ status: 400, body: { __type: name } });
  });
});
