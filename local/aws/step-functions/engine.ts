/** The local Step Functions: machines, their executions, and the API of the service. */
import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from './clock.ts';
import type { Json } from './definition.ts';
import { Interruption, ServiceError } from './errors.ts';
import { type ExecutionRecord, type ExecutionStatus, type ExecutionStore, openExecutionStore } from './execution-store.ts';
import { createHistory, type HistoryEvent } from './history.ts';
import { payloadBytesMax } from './payload.ts';
import { abortInterruptedExecutions, restartError } from './restart.ts';
import type { InvokeLambda, Machine, StartRequest } from './run.ts';
import { runExecution } from './run-execution.ts';
import { assertSupported } from './supported.ts';
import { createTaskTokens, type TaskTokens } from './task-tokens.ts';

export type StatesEngineOptions = {
  /** The directory is kept between starts of the local cloud. Only one engine at a time may use it. */
  directory: string;
  machines: Machine[];
  invokeLambda: InvokeLambda;
  clock?: Clock;
  /** Returns a number from 0 to 1, for the jitter of retries. */
  random?: () => number;
};

type ListRequest = { stateMachineArn?: string; statusFilter?: ExecutionStatus };

/** Every API error is a ServiceError with AWS's name. */
export type StatesEngine = {
  startExecution(request: StartRequest): ExecutionRecord;
  describeExecution(executionArn: string): ExecutionRecord;
  getExecutionHistory(executionArn: string): HistoryEvent[];
  /** Returns the newest execution first. */
  listExecutions(request?: ListRequest): ExecutionRecord[];
  /** @param output JSON */
  sendTaskSuccess(taskToken: string, output: string): void;
  sendTaskFailure(taskToken: string, error?: string, cause?: string): void;
  /** Resolves with the record when the execution has ended, with any status. */
  whenEnded(executionArn: string): Promise<ExecutionRecord>;
  /** Aborts all running executions like a restart, and starts no new executions. */
  stop(): Promise<void>;
};

type RunningExecution = { controller: AbortController; completion: Promise<ExecutionRecord> };

type Core = Required<Omit<StatesEngineOptions, 'directory' | 'machines'>> & {
  machines: Map<string, Machine>;
  store: ExecutionStore;
  tokens: TaskTokens;
  runningExecutions: Map<string, RunningExecution>;
  isStopping: boolean;
};

/** @throws UnsupportedDefinition if a machine uses an unsupported feature */
export function createStatesEngine(options: StatesEngineOptions): StatesEngine {
  const { directory, machines, invokeLambda, clock = systemClock, random = Math.random } = options;
  for (const { definition, name } of machines) assertSupported(definition, name);
  const store = openExecutionStore(directory);
  abortInterruptedExecutions(store, clock.now());
  const core: Core = {
    machines: new Map(machines.map((machine) => [machine.arn, machine])),
    store,
    tokens: createTaskTokens({ isExecution: (arn) => store.find(arn) !== undefined }),
    runningExecutions: new Map(),
    isStopping: false,
    ...{ invokeLambda, clock, random },
  };
  return {
    startExecution: (request) => startExecution(core, request),
    describeExecution: (arn) => recordOf(core, arn),
    getExecutionHistory: (arn) => store.readHistory(recordOf(core, arn)),
    listExecutions: (request = {}) => listExecutions(core, request),
    sendTaskSuccess: (token, output) => core.tokens.succeed(token, parseJson(output, 'InvalidOutput')),
    sendTaskFailure: (token, error = '', cause = '') => core.tokens.fail(token, error, cause),
    whenEnded: (arn) => whenEnded(core, arn),
    stop: () => stop(core),
  };
}

function machineOf({ machines }: Core, arn: string): Machine {
  const machine = machines.get(arn);
  if (!machine) throw new ServiceError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
  return machine;
}

function recordOf({ store }: Core, arn: string): ExecutionRecord {
  const record = store.find(arn);
  if (!record) throw new ServiceError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
  return record;
}

function parseJson(text: string, errorName: 'InvalidExecutionInput' | 'InvalidOutput'): Json {
  if (Buffer.byteLength(text) > payloadBytesMax) throw new ServiceError(errorName, `More than ${payloadBytesMax} bytes`);
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError(errorName, 'Not valid JSON');
  }
}

/** Stricter than AWS, which allows names that CloudWatch Logs cannot show. These names are also file names. */
const namePattern = /^[A-Za-z0-9_-]{1,80}$/;

function startExecution(core: Core, { stateMachineArn, name = randomUUID(), input = '{}', startedBy }: StartRequest): ExecutionRecord {
  const machine = machineOf(core, stateMachineArn);
  if (core.isStopping) throw new ServiceError('ServiceUnavailable', 'The local cloud is stopping');
  if (!namePattern.test(name)) throw new ServiceError('InvalidName', `Invalid Name: '${name}'`);
  const parsedInput = parseJson(input, 'InvalidExecutionInput');
  const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
  const existing = core.store.find(executionArn);
  if (existing) {
    if (existing.status === 'RUNNING' && existing.input === input) return existing;
    throw new ServiceError('ExecutionAlreadyExists', `Execution Already Exists: '${executionArn}'`);
  }
  const startedAt = core.clock.now();
  const record = {
    executionArn,
    stateMachineArn,
    machineName: machine.name,
    name,
    status: 'RUNNING',
    startedAt,
    input,
    startedBy,
  } as const;
  core.store.begin(record);
  launch(core, machine, record, parsedInput);
  return record;
}

function launch(core: Core, machine: Machine, record: ExecutionRecord, input: Json): void {
  const { store, clock, random, invokeLambda, tokens, runningExecutions } = core;
  const controller = new AbortController();
  const run = {
    execution: { arn: record.executionArn, name: record.name, input, startedAt: record.startedAt },
    history: createHistory({ append: (event) => store.appendEvent(record, event), clock }),
    executions: {
      start: (request: StartRequest) => startExecution(core, request),
      whenEnded: (arn: string) => whenEnded(core, arn),
      stop: (arn: string, cause: string) => abort(core, arn, { cause }),
    },
    ...{ machine, clock, random, invokeLambda, tokens },
  };
  const completion = (async () => {
    // The caller gets its response before the first state begins.
    await undefined;
    const end = await runExecution(run, controller);
    runningExecutions.delete(record.executionArn);
    return store.end(record.executionArn, end);
  })();
  runningExecutions.set(record.executionArn, { controller, completion });
}

function listExecutions(core: Core, { stateMachineArn, statusFilter }: ListRequest): ExecutionRecord[] {
  if (stateMachineArn !== undefined) machineOf(core, stateMachineArn);
  return core.store
    .all()
    .filter((record) => stateMachineArn === undefined || record.stateMachineArn === stateMachineArn)
    .filter((record) => statusFilter === undefined || record.status === statusFilter)
    .reverse();
}

async function whenEnded(core: Core, arn: string): Promise<ExecutionRecord> {
  return core.runningExecutions.get(arn)?.completion ?? recordOf(core, arn);
}

/** Has no effect on an ended execution. */
const abort = (core: Core, arn: string, { error, cause }: { error?: string; cause: string }): void =>
  core.runningExecutions.get(arn)?.controller.abort(new Interruption('ABORTED', error, cause));

async function stop(core: Core): Promise<void> {
  core.isStopping = true;
  const running = [...core.runningExecutions];
  for (const [arn] of running) abort(core, arn, restartError);
  await Promise.all(running.map(([, { completion }]) => completion));
}
