/** The local Step Functions: machines, their executions, and the API of the service. */
import { randomUUID } from 'node:crypto';
import { assertSupported } from './check-definition.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Json } from './definition.ts';
import { Interruption, ServiceError } from './errors.ts';
import { type ExecutionRecord, type ExecutionStatus, type ExecutionStore, openExecutionStore } from './execution-store.ts';
import { createHistory, type HistoryEvent } from './history.ts';
import { unqualifiedMachineArn } from './machine-arn.ts';
import { payloadBytesMax } from './payload.ts';
import { abortInterruptedExecutions, restartError } from './restart.ts';
import type { InvokeLambda, Machine, StartRequest } from './run.ts';
import { runExecution } from './run-execution.ts';
import { createTaskTokens, type TaskTokens } from './task-tokens.ts';

export type StatesEngineOptions = {
  /** Directory for state that stays after a restart. Only one engine at a time may use the directory. */
  directory: string;
  machines: Machine[];
  invokeLambda: InvokeLambda;
  clock?: Clock;
  /** Returns a number from 0 to 1, for the jitter of retries. */
  random?: () => number;
};

type ListRequest = { stateMachineArn?: string; statusFilter?: ExecutionStatus };

/** Each function throws API errors as a ServiceError with AWS's error name. */
export type StatesEngine = {
  startExecution(request: StartRequest): ExecutionRecord;
  describeExecution(executionArn: string): ExecutionRecord;
  getExecutionHistory(executionArn: string): HistoryEvent[];
  /** Returns the executions, the newest first. */
  listExecutions(request?: ListRequest): ExecutionRecord[];
  /** @param output JSON */
  sendTaskSuccess(taskToken: string, output: string): void;
  sendTaskFailure(taskToken: string, error?: string, cause?: string): void;
  /** Resolves with the record when the execution has ended, with any status. */
  whenEnded(executionArn: string): Promise<ExecutionRecord>;
  /** Aborts all running executions, in the same way as a restart. After this call, no execution can start. */
  stop(): Promise<void>;
};

type RunningExecution = { controller: AbortController; completion: Promise<ExecutionRecord> };

type EngineState = Required<Omit<StatesEngineOptions, 'directory' | 'machines'>> & {
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
  const engine: EngineState = {
    machines: new Map(machines.map((machine) => [machine.arn, machine])),
    store,
    tokens: createTaskTokens({ isExecution: (arn) => store.find(arn) !== undefined }),
    runningExecutions: new Map(),
    isStopping: false,
    ...{ invokeLambda, clock, random },
  };
  return {
    startExecution: (request) => startExecution(engine, request),
    describeExecution: (arn) => recordOf(engine, arn),
    getExecutionHistory: (arn) => store.readHistory(recordOf(engine, arn)),
    listExecutions: (request = {}) => listExecutions(engine, request),
    sendTaskSuccess: (token, output) => engine.tokens.succeed(token, parseJson(output, 'InvalidOutput')),
    sendTaskFailure: (token, error = '', cause = '') => engine.tokens.fail(token, error, cause),
    whenEnded: (arn) => whenEnded(engine, arn),
    stop: () => stop(engine),
  };
}

function machineOf({ machines }: EngineState, arn: string): Machine {
  const machine = machines.get(arn);
  if (!machine) throw new ServiceError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
  return machine;
}

function recordOf({ store }: EngineState, arn: string): ExecutionRecord {
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

/** The name of an execution is also used as a file name, so this rule is stricter than AWS's rule. */
const namePattern = /^[A-Za-z0-9_-]{1,80}$/;

function startExecution(
  engine: EngineState,
  { stateMachineArn: requestedArn, name = randomUUID(), input = '{}', startedBy }: StartRequest,
): ExecutionRecord {
  const stateMachineArn = unqualifiedMachineArn(requestedArn);
  const machine = machineOf(engine, stateMachineArn);
  if (engine.isStopping) throw new ServiceError('ServiceUnavailable', 'The local cloud is stopping');
  if (!namePattern.test(name)) throw new ServiceError('InvalidName', `Invalid Name: '${name}'`);
  const parsedInput = parseJson(input, 'InvalidExecutionInput');
  const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
  const existingRecord = engine.store.find(executionArn);
  if (existingRecord) {
    if (existingRecord.status === 'RUNNING' && existingRecord.input === input) return existingRecord;
    throw new ServiceError('ExecutionAlreadyExists', `Execution Already Exists: '${executionArn}'`);
  }
  const startedAt = engine.clock.now();
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
  engine.store.begin(record);
  launch(engine, machine, record, parsedInput);
  return record;
}

function launch(engine: EngineState, machine: Machine, record: ExecutionRecord, input: Json): void {
  const { store, clock, random, invokeLambda, tokens, runningExecutions } = engine;
  const controller = new AbortController();
  const run = {
    execution: { arn: record.executionArn, name: record.name, input, startedAt: record.startedAt },
    history: createHistory({ append: (event) => store.appendEvent(record, event), clock }),
    executions: {
      start: (request: StartRequest) => startExecution(engine, request),
      whenEnded: (arn: string) => whenEnded(engine, arn),
      stop: (arn: string, cause: string) => abort(engine, arn, { cause }),
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

function listExecutions(engine: EngineState, { stateMachineArn, statusFilter }: ListRequest): ExecutionRecord[] {
  if (stateMachineArn !== undefined) machineOf(engine, stateMachineArn);
  return engine.store
    .all()
    .filter((record) => stateMachineArn === undefined || record.stateMachineArn === stateMachineArn)
    .filter((record) => statusFilter === undefined || record.status === statusFilter)
    .reverse();
}

async function whenEnded(engine: EngineState, arn: string): Promise<ExecutionRecord> {
  return engine.runningExecutions.get(arn)?.completion ?? recordOf(engine, arn);
}

/** Has no effect on an ended execution. */
const abort = (engine: EngineState, arn: string, { error, cause }: { error?: string; cause: string }): void =>
  engine.runningExecutions.get(arn)?.controller.abort(new Interruption('ABORTED', error, cause));

async function stop(engine: EngineState): Promise<void> {
  engine.isStopping = true;
  const interrupted = [...engine.runningExecutions];
  for (const [arn] of interrupted) abort(engine, arn, restartError);
  await Promise.all(interrupted.map(([, { completion }]) => completion));
}
