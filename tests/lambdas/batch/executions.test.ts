/** Tests responses of Step Functions that the local cloud does not produce: throttling, and lost responses of successful requests. */
import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  ExecutionLimitExceeded,
  type ExecutionStatus,
  InvalidToken,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  SFNClient,
  SFNServiceException,
  StartExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { completeTaskToken } from '#lambdas/batch/complete-task-token.ts';
import { findExecution, startExecution } from '#lambdas/batch/executions.ts';
import type { VideoItem } from '#lambdas/store/batch-rows.ts';
import { createBatchRows } from '../../fixtures/batch-rows.ts';

const machine = 'arn:aws:states:us-east-1:000000000000:stateMachine:Videos';
const execution = 'arn:aws:states:us-east-1:000000000000:execution:Videos:one';
const states = mockClient(SFNClient);
const { batch, items } = createBatchRows('ada', [200], new Date('2026-11-21T08:00:00Z'));
const item = items[0] as VideoItem;

beforeEach(() => {
  process.env.VIDEO_BATCH_MACHINE_ARN = machine;
});
afterEach(() => {
  states.reset();
});
afterAll(() => {
  states.restore();
  delete process.env.VIDEO_BATCH_MACHINE_ARN;
});

const errorFields = { message: 'Rate exceeded', $metadata: { httpStatusCode: 400 } };
const throttleError = () =>
  new SFNServiceException({ ...errorFields, name: 'ThrottlingException', $fault: 'client', $retryable: { throttling: true } });
const unavailableError = () =>
  new SFNServiceException({ ...errorFields, name: 'ServiceUnavailable', $fault: 'server', $metadata: { httpStatusCode: 503 } });
const lostResponse = () => Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });

describe('the start of an execution', () => {
  test('the start of an execution has no effect if the execution already exists, so a start can be repeated after a lost response', async () => {
    states
      .on(StartExecutionCommand)
      .rejectsOnce(lostResponse())
      .rejects(new ExecutionAlreadyExists({ ...errorFields }));
    await expect(startExecution(batch)).rejects.toThrow('socket hang up');
    await startExecution(batch);
    const [first, second] = states.commandCalls(StartExecutionCommand).map(({ args }) => args[0].input);
    expect(second).toEqual(first);
  });

  test('the start of an execution uses the alias of the machine, so only a part of the work gets a new version at first', async () => {
    states.on(StartExecutionCommand).resolves({});
    await startExecution(batch);
    expect(states.commandCalls(StartExecutionCommand)[0]?.args[0].input.stateMachineArn).toBe(`${machine}:live`);
  });

  test.each([
    ['a throttle', throttleError()],
    ['an unavailable service', unavailableError()],
    ['the limit of executions', new ExecutionLimitExceeded({ ...errorFields })],
    ['a lost response', lostResponse()],
  ])('the start of an execution throws %s after one call', async (_, error) => {
    states.on(StartExecutionCommand).rejects(error);
    await expect(startExecution(batch)).rejects.toBe(error);
    expect(states.commandCalls(StartExecutionCommand)).toHaveLength(1);
  });
});

describe('the search for an execution', () => {
  const expected: Record<ExecutionStatus, 'running' | 'ended'> = {
    RUNNING: 'running',
    PENDING_REDRIVE: 'ended',
    SUCCEEDED: 'ended',
    FAILED: 'ended',
    TIMED_OUT: 'ended',
    ABORTED: 'ended',
  };
  test.each(Object.entries(expected) as [ExecutionStatus, string][])(
    'an execution with the status %s is reported as %s',
    async (status, state) => {
      states.on(DescribeExecutionCommand).resolves({ status, executionArn: execution, stateMachineArn: machine, startDate: new Date(0) });
      expect(await findExecution(batch)).toBe(state);
    },
  );

  test('the search reports a missing execution only if Step Functions reports that the execution does not exist', async () => {
    states
      .on(DescribeExecutionCommand)
      .rejectsOnce(throttleError())
      .rejectsOnce(lostResponse())
      .rejects(new ExecutionDoesNotExist({ ...errorFields }));
    await expect(findExecution(batch)).rejects.toMatchObject({ name: 'ThrottlingException' });
    await expect(findExecution(batch)).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(await findExecution(batch)).toBe('missing');
  });
});

describe('the completion of a task token', () => {
  const delivered: VideoItem = { ...item, taskToken: 'token', outcome: { status: 'ready', url: 'https://v3.fal.media/clip.mp4' } };
  const cancelled: VideoItem = { ...item, taskToken: 'token', cancelRequestedAt: '2026-11-21T08:00:05Z' };

  test.each([new TaskTimedOut({ ...errorFields }), new TaskDoesNotExist({ ...errorFields }), new InvalidToken({ ...errorFields })])(
    'the completion of a task token ignores $name, because a newer token or the poll continues the item',
    async (error) => {
      states.on(SendTaskSuccessCommand).rejects(error).on(SendTaskFailureCommand).rejects(error);
      await completeTaskToken(delivered);
      await completeTaskToken(cancelled);
      expect(states.commandCalls(SendTaskSuccessCommand)).toHaveLength(1);
      expect(states.commandCalls(SendTaskFailureCommand)).toHaveLength(1);
    },
  );

  test.each([
    ['a throttle', throttleError()],
    ['an unavailable service', unavailableError()],
    ['a lost response', lostResponse()],
  ])('the completion of a task token throws %s, so that the vendor sends its report again', async (_, error) => {
    states.on(SendTaskSuccessCommand).rejects(error);
    await expect(completeTaskToken(delivered)).rejects.toBe(error);
  });
});
