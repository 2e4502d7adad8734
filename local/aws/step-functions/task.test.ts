import { describe, expect, it } from 'vitest';
import type { State, StateMachineDefinition } from './definition.ts';
import { payloadBytesMax } from './payload.ts';
import { createTestEngine, executionArn, functionArn, lambdaError, machineArn, runSingleState } from './test-engine.ts';
import { nestingMachine, tokenMachine } from './test-machines.ts';

const Resource = functionArn('work');
const machineWithState = (state: State): StateMachineDefinition => ({ StartAt: 'Only', States: { Only: state } });
const neverResolved = new Promise<never>(() => undefined);

describe('a task', () => {
  it('a task passes its input to a Lambda and returns the result', async () => {
    expect(await runSingleState({ Type: 'Task', Resource }, { n: 1 }, (name, payload) => ({ name, payload }))).toEqual({
      name: 'work',
      payload: { n: 1 },
    });
  });

  it('a task is retried with growing delays up to the maximum delay, and then its Catch gets the last error', async () => {
    const startSeconds: number[] = [];
    const Retry = [{ ErrorEquals: ['Busy'], IntervalSeconds: 1, BackoffRate: 3, MaxAttempts: 3, MaxDelaySeconds: 5 }];
    const Catch = [{ ErrorEquals: ['States.TaskFailed'], ResultPath: '$.error', Next: 'Caught' }];
    const { clock, run } = createTestEngine({
      machines: {
        m: { StartAt: 'Work', States: { Work: { Type: 'Task', Resource, Retry, Catch, End: true }, Caught: { Type: 'Succeed' } } },
      },
      lambda() {
        startSeconds.push((clock.now() - Date.UTC(2026, 0, 1)) / 1000);
        throw lambdaError('Busy', 'later');
      },
    });
    const { output } = await run('m', { x: 1 });
    expect(startSeconds).toEqual([0, 1, 4, 9]);
    expect(JSON.parse(output!)).toEqual({ x: 1, error: { Error: 'Busy', Cause: '{"errorType":"Busy","errorMessage":"later"}' } });
  });

  it.each([
    [lambdaError('ResourceNotFoundException', 'no such function'), 'Lambda.ResourceNotFoundException'],
    [new TypeError('socket'), 'Lambda.ServiceException'],
  ])('a task distinguishes a function that could not run from a function that failed: %s', async (rejection, error) => {
    const { run } = createTestEngine({ machines: { m: machineWithState({ Type: 'Task', Resource, End: true }) }, rejection });
    expect(await run('m')).toMatchObject({ status: 'FAILED', error, cause: rejection.message });
  });

  it('a task fails if the machine’s role does not allow it to invoke the function', async () => {
    const checkPermission = (action: string, resource: string) => (resource === Resource ? `${action} is not allowed` : undefined);
    const { run } = createTestEngine({ machines: { m: machineWithState({ Type: 'Task', Resource, End: true }) }, checkPermission });
    expect(await run('m')).toMatchObject({
      status: 'FAILED',
      error: 'Lambda.AWSLambdaException',
      cause: 'lambda:InvokeFunction is not allowed',
    });
  });

  it.each([
    ['states:StartExecution', machineArn('child')],
    ['states:DescribeExecution', executionArn('child', '*')],
    ['states:StopExecution', executionArn('child', '*')],
    ['events:PutRule', 'arn:aws:events:us-east-1:000000000000:rule/StepFunctionsGetEventsForStepFunctionsExecutionRule'],
  ])('a task that waits for another execution fails if the role has no permission %s', async (missingAction, resourceArn) => {
    const checkPermission = (action: string, resource: string) =>
      action === missingAction && resource === resourceArn ? `${action} is not allowed` : undefined;
    const { run, engine } = createTestEngine({
      machines: { parent: nestingMachine(machineArn('child')), child: machineWithState({ Type: 'Succeed' }) },
      checkPermission,
    });
    expect(await run('parent')).toMatchObject({ status: 'FAILED', error: 'StepFunctions.AWSStepFunctionsException' });
    expect(engine.listExecutions({ stateMachineArn: machineArn('child') })).toEqual([]);
  });

  it.each([
    ['TimeoutSeconds', { TimeoutSeconds: 15 }],
    ['TimeoutSecondsPath', { TimeoutSecondsPath: '$.limit' }],
  ])('a task times out after the time in %s', async (_, limit) => {
    const { clock, run } = createTestEngine({
      machines: { m: machineWithState({ Type: 'Task', Resource, ...limit, End: true }) },
      lambda: () => neverResolved,
    });
    const startedAt = clock.now();
    expect(await run('m', { limit: 15 })).toMatchObject({ status: 'FAILED', error: 'States.Timeout', stoppedAt: startedAt + 15_000 });
  });

  it.each([0, -1, 1.5, '15', null])('a task fails if its TimeoutSecondsPath selects %j', async (limit) => {
    await expect(runSingleState({ Type: 'Task', Resource, TimeoutSecondsPath: '$.limit' }, { limit })).rejects.toMatchObject({
      name: 'States.Runtime',
      message: expect.stringContaining('not a positive integer'),
    });
  });

  it('a task waits without a limit if no time-out is set', async () => {
    const { clock, run } = createTestEngine({
      machines: { m: machineWithState({ Type: 'Task', Resource, End: true }) },
      lambda: () => clock.sleep(86_400_000, new AbortController().signal),
    });
    expect((await run('m')).status).toBe('SUCCEEDED');
  });
});

describe('the payload limit', () => {
  // The two quotation marks of a JSON string count as two bytes.
  it.each([
    ['accepts a result of exactly this size', payloadBytesMax - 2, undefined],
    ['rejects a result that is one byte larger', payloadBytesMax - 1, 'States.DataLimitExceeded'],
  ])('the payload limit %s', async (_, length, error) => {
    const outcome = runSingleState({ Type: 'Task', Resource }, {}, () => 'x'.repeat(length));
    if (error) await expect(outcome).rejects.toMatchObject({ name: error });
    else expect(await outcome).toHaveLength(length);
  });

  it('the payload limit is a number of bytes, not characters', async () => {
    const error = { name: 'States.DataLimitExceeded' };
    await expect(runSingleState({ Type: 'Task', Resource }, {}, () => '像'.repeat(payloadBytesMax / 2))).rejects.toMatchObject(error);
  });

  it('the payload limit applies to parameters, and to an output that is larger than the input', async () => {
    const double = { 'a.$': '$', 'b.$': '$' };
    const input = 'x'.repeat(payloadBytesMax / 2);
    const error = { name: 'States.DataLimitExceeded' };
    await expect(runSingleState({ Type: 'Task', Resource, Parameters: double }, input)).rejects.toMatchObject(error);
    await expect(runSingleState({ Type: 'Task', Resource, ResultPath: '$.b' }, { a: input }, () => input)).rejects.toMatchObject(error);
  });

  it('a wildcard of Catch does not match the error of the payload limit', async () => {
    const Catch = [{ ErrorEquals: ['States.ALL'], Next: 'Only' }];
    const outcome = runSingleState({ Type: 'Task', Resource, Catch }, {}, () => 'x'.repeat(payloadBytesMax));
    await expect(outcome).rejects.toMatchObject({ name: 'States.DataLimitExceeded' });
  });
});

describe('a nested execution', () => {
  const nestedMachines = (Child: object) => ({
    parent: nestingMachine(machineArn('child')),
    child: { StartAt: 'Child', States: { Child: Child as never } },
  });

  it('a nested execution returns its output as JSON', async () => {
    const { engine, run } = createTestEngine({
      machines: nestedMachines({ Type: 'Task', Resource, End: true }),
      lambda: (_, { n }) => ({ twice: n + n }),
    });
    const { output } = await run('parent', { n: 2 }, 'p1');
    const childArn = executionArn('child', 'p1-child');
    expect(JSON.parse(output!)).toMatchObject({ ExecutionArn: childArn, Status: 'SUCCEEDED', Input: { n: 2 }, Output: { twice: 4 } });
    expect(engine.describeExecution(childArn).startedBy).toBe(executionArn('parent', 'p1'));
  });

  it('a failed nested execution makes the task fail, and its description is the cause', async () => {
    const { run } = createTestEngine({
      machines: nestedMachines({ Type: 'Task', Resource, End: true }),
      lambda() {
        throw lambdaError('VendorRefused', 'no');
      },
    });
    const { error, cause } = await run('parent', { n: 2 }, 'p1');
    expect(error).toBe('States.TaskFailed');
    expect(JSON.parse(cause!)).toMatchObject({ Name: 'p1-child', Status: 'FAILED', Error: 'VendorRefused', Input: '{"n":2}' });
  });

  it('a nested execution is stopped if the task times out', async () => {
    const { engine, clock, run } = createTestEngine({ machines: nestedMachines({ Type: 'Wait', Seconds: 3600, End: true }) });
    expect((await run('parent', {}, 'p1')).error).toBe('States.Timeout');
    await clock.runPendingCallbacks();
    expect(engine.describeExecution(executionArn('child', 'p1-child')).status).toBe('ABORTED');
  });

  it('the task fails with the error name of the service if the nested execution cannot start', async () => {
    const { run, start } = createTestEngine({ machines: nestedMachines({ Type: 'Wait', Seconds: 1, End: true }) });
    start('child', { other: true }, 'p1-child');
    expect((await run('parent', {}, 'p1')).error).toBe('StepFunctions.ExecutionAlreadyExistsException');
  });
});

describe('a task token', () => {
  const startWaitingTask = async (lambda?: (token: string) => unknown) => {
    const tokens: string[] = [];
    const testEngine = createTestEngine({
      machines: { m: tokenMachine },
      lambda(_, { token }) {
        tokens.push(token);
        return lambda?.(token);
      },
    });
    const arn = testEngine.start('m');
    await testEngine.clock.runPendingCallbacks();
    return { ...testEngine, token: tokens[0]!, waitForEnd: () => testEngine.clock.advanceUntil(testEngine.engine.whenEnded(arn)) };
  };
  const timedOutError = expect.objectContaining({ name: 'TaskTimedOut' });

  it('a task token is accepted just before the time-out, and the task succeeds', async () => {
    const { engine, clock, token, waitForEnd } = await startWaitingTask();
    await clock.advance(14_999);
    engine.sendTaskSuccess(token, '{"url":"u"}');
    expect(await waitForEnd()).toMatchObject({ status: 'SUCCEEDED', output: '{"url":"u"}' });
  });

  it('a task token is rejected after the time-out', async () => {
    const { engine, clock, token, waitForEnd } = await startWaitingTask();
    await clock.advance(15_000);
    expect(() => engine.sendTaskSuccess(token, '{}')).toThrow(timedOutError);
    expect(await waitForEnd()).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
  });

  it('a task token is accepted only once', async () => {
    const { engine, token, waitForEnd } = await startWaitingTask();
    engine.sendTaskFailure(token, 'VendorFailed', 'x');
    expect(() => engine.sendTaskSuccess(token, '{}')).toThrow(timedOutError);
    expect(await waitForEnd()).toMatchObject({ error: 'VendorFailed', cause: 'x' });
  });

  it('a task token is accepted before its function returns', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { engine, clock, token, waitForEnd } = await startWaitingTask(() => promise);
    engine.sendTaskSuccess(token, '1');
    expect(await waitForEnd()).toMatchObject({ output: '1' });
    resolve();
    await clock.runPendingCallbacks();
    expect(engine.getExecutionHistory(engine.listExecutions()[0]!.executionArn).at(-1)!.type).toBe('ExecutionSucceeded');
  });

  it('a task token is invalid after its function has failed', async () => {
    const { engine, token, waitForEnd } = await startWaitingTask(() => {
      throw lambdaError('Broken');
    });
    expect((await waitForEnd()).error).toBe('Broken');
    expect(() => engine.sendTaskSuccess(token, '{}')).toThrow(timedOutError);
  });

  it.each(['', 'made-up', Buffer.from('["arn:aws:states:::execution:m:x"]').toString('base64url')])(
    'a task token is invalid if it was never created: %s',
    async (token) => {
      const { engine } = await startWaitingTask();
      expect(() => engine.sendTaskSuccess(token, '{}')).toThrow(expect.objectContaining({ name: 'InvalidToken' }));
    },
  );

  it('a task token accepts only a result that is JSON', async () => {
    const { engine, token } = await startWaitingTask();
    expect(() => engine.sendTaskSuccess(token, 'no')).toThrow(expect.objectContaining({ name: 'InvalidOutput' }));
  });
});
