import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StateMachineDefinition } from './definition.ts';
import type { StatesEngine } from './engine.ts';
import { createTemporaryDirectory, createTestEngine, executionArn, functionArn, machineArn } from './test-engine.ts';
import { tokenMachine } from './test-machines.ts';

const pauseMachine: StateMachineDefinition = { StartAt: 'Pause', States: { Pause: { Type: 'Wait', Seconds: 10, End: true } } };
const machines = { pausing: pauseMachine, tokens: tokenMachine };
const start = (engine: StatesEngine, input: string, name = 'one') =>
  engine.startExecution({ stateMachineArn: machineArn('pausing'), name, input });
const alreadyExists = expect.objectContaining({ name: 'ExecutionAlreadyExists' });

describe('the name of an execution', () => {
  it('a second start with the same name and input returns the running execution', async () => {
    const { engine, clock } = createTestEngine({ machines });
    const first = start(engine, '{"a":1}');
    expect(start(engine, '{"a":1}')).toEqual(first);
    expect(() => start(engine, '{"a":2}')).toThrow(alreadyExists);
    await clock.advanceUntil(engine.whenEnded(first.executionArn));
    expect(() => start(engine, '{"a":1}')).toThrow(alreadyExists);
    expect(engine.listExecutions()).toHaveLength(1);
  });

  it('the name of an execution stays in use after a restart', async () => {
    const first = createTestEngine({ machines });
    await first.run('pausing', {}, 'one');
    const { engine } = createTestEngine({ machines, directory: first.directory });
    expect(() => start(engine, '{}')).toThrow(alreadyExists);
    expect(start(engine, '{}', 'two').status).toBe('RUNNING');
  });

  it.each(['', 'a b', 'a/b', '../up', 'x'.repeat(81)])('the name %j of an execution is rejected', (name) => {
    const { engine } = createTestEngine({ machines });
    expect(() => start(engine, '{}', name)).toThrow(expect.objectContaining({ name: 'InvalidName' }));
  });
});

describe('a start', () => {
  it.each([
    ['of an unknown machine', { stateMachineArn: machineArn('none') }, 'StateMachineDoesNotExist'],
    ['with an input that is not JSON', { stateMachineArn: machineArn('pausing'), input: '{' }, 'InvalidExecutionInput'],
    [
      'with an input that is too large',
      { stateMachineArn: machineArn('pausing'), input: `"${'x'.repeat(262_143)}"` },
      'InvalidExecutionInput',
    ],
  ])('a start %s fails', (_, request, name) => {
    const { engine } = createTestEngine({ machines });
    expect(() => engine.startExecution(request)).toThrow(expect.objectContaining({ name }));
  });
});

describe('a new engine in the same directory', () => {
  it('a new engine marks the executions of a killed process as aborted', async () => {
    const killedEngine = createTestEngine({ machines });
    killedEngine.start('pausing', { batchId: 'b' }, 'one');
    await killedEngine.clock.runPendingCallbacks();
    const copy = copyDirectory(killedEngine.directory);
    const { engine } = createTestEngine({ machines, directory: copy });
    const arn = executionArn('pausing', 'one');
    expect(engine.describeExecution(arn)).toMatchObject({ status: 'ABORTED', error: 'LocalCloud.Restarted', input: '{"batchId":"b"}' });
    const events = engine.getExecutionHistory(arn);
    expect(events.map(({ id, previousEventId, type }) => [id, previousEventId, type])).toEqual([
      [1, 0, 'ExecutionStarted'],
      [2, 1, 'WaitStateEntered'],
      [3, 2, 'ExecutionAborted'],
    ]);
  });

  it('a new engine ignores incomplete lines of a killed process', async () => {
    const killedEngine = createTestEngine({ machines });
    killedEngine.start('pausing', {}, 'one');
    await killedEngine.clock.runPendingCallbacks();
    const copy = copyDirectory(killedEngine.directory);
    appendFileSync(join(copy, 'executions.jsonl'), '{"began":{"exec');
    appendFileSync(join(copy, 'history', 'pausing', 'one.jsonl'), '{"id":3,"ty');
    const second = createTestEngine({ machines, directory: copy });
    await second.run('pausing', {}, 'two');
    await second.engine.stop();
    const { engine } = createTestEngine({ machines, directory: copy });
    expect(engine.listExecutions().map(({ name, status }) => [name, status])).toEqual([
      ['two', 'SUCCEEDED'],
      ['one', 'ABORTED'],
    ]);
    expect(engine.getExecutionHistory(executionArn('pausing', 'one'))).toHaveLength(3);
  });

  it('a new engine reads the end of an execution from its history if the list of executions does not contain the execution', async () => {
    const killedEngine = createTestEngine({ machines });
    await killedEngine.run('pausing', { n: 1 }, 'one');
    const copy = copyDirectory(killedEngine.directory);
    const [startLine] = readFileSync(join(copy, 'executions.jsonl'), 'utf8').split('\n');
    writeFileSync(join(copy, 'executions.jsonl'), `${startLine}\n`);
    const { engine } = createTestEngine({ machines, directory: copy });
    expect(engine.describeExecution(executionArn('pausing', 'one'))).toMatchObject({ status: 'SUCCEEDED', output: '{"n":1}' });
  });

  it('a new engine recognizes the token of a task that has already ended', async () => {
    let token = '';
    const lambda = (_: string, payload: { token: string }) => {
      token = payload.token;
    };
    const previous = createTestEngine({ machines, lambda });
    previous.start('tokens');
    await previous.clock.runPendingCallbacks();
    await previous.engine.stop();
    const { engine } = createTestEngine({ machines, directory: previous.directory });
    expect(() => engine.sendTaskSuccess(token, '{}')).toThrow(expect.objectContaining({ name: 'TaskTimedOut' }));
  });
});

describe('executions', () => {
  it('executions are aborted when the engine stops, and no new execution starts', async () => {
    const { engine, clock, start: begin } = createTestEngine({ machines, lambda: () => new Promise(() => undefined) });
    const arns = [begin('pausing'), begin('tokens'), begin('pausing')];
    await clock.runPendingCallbacks();
    await engine.stop();
    for (const arn of arns) expect(engine.describeExecution(arn)).toMatchObject({ status: 'ABORTED', error: 'LocalCloud.Restarted' });
    expect(clock.pendingSleepCount()).toBe(0);
    expect(() => begin('pausing')).toThrow(expect.objectContaining({ name: 'ServiceUnavailable' }));
  });

  it('an execution ends with TIMED_OUT after the time-out of the machine, and no Catch runs', async () => {
    const Catch = [{ ErrorEquals: ['States.ALL'], Next: 'Caught' }];
    const limitedMachine: StateMachineDefinition = {
      StartAt: 'Work',
      TimeoutSeconds: 30,
      States: { Work: { Type: 'Task', Resource: functionArn('work'), Catch, End: true }, Caught: { Type: 'Succeed' } },
    };
    const { clock, engine, run } = createTestEngine({ machines: { limitedMachine }, lambda: () => new Promise(() => undefined) });
    const record = await run('limitedMachine');
    expect(record).toMatchObject({ status: 'TIMED_OUT', error: 'States.Timeout', stoppedAt: clock.now() });
    expect(record.stoppedAt! - record.startedAt).toBe(30_000);
    expect(engine.getExecutionHistory(record.executionArn).map(({ type }) => type)).toEqual([
      'ExecutionStarted',
      'TaskStateEntered',
      'LambdaFunctionScheduled',
      'LambdaFunctionStarted',
      'TaskStateAborted',
      'ExecutionTimedOut',
    ]);
  });
});

describe('the list of executions', () => {
  it('the list of executions begins with the newest execution and can be filtered by machine and by status', async () => {
    const { engine, start: begin, run } = createTestEngine({ machines });
    await run('pausing', {}, 'a');
    begin('tokens', {}, 'b');
    begin('pausing', {}, 'c');
    const listNames = (request?: Parameters<typeof engine.listExecutions>[0]) => engine.listExecutions(request).map(({ name }) => name);
    expect(listNames()).toEqual(['c', 'b', 'a']);
    expect(listNames({ stateMachineArn: machineArn('pausing') })).toEqual(['c', 'a']);
    expect(listNames({ statusFilter: 'RUNNING' })).toEqual(['c', 'b']);
  });
});

/** Copies the files of a running engine, in the state that a killed process would leave. The old engine still uses the original files. */
function copyDirectory(directory: string): string {
  const copy = createTemporaryDirectory();
  cpSync(directory, copy, { recursive: true });
  return copy;
}
