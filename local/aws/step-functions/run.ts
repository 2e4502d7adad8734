/** Data that the states of one execution share. */
import type { Clock } from './clock.ts';
import type { Json, StateMachineDefinition } from './definition.ts';
import type { ExecutionRecord } from './execution-store.ts';
import type { History, HistoryPosition } from './history.ts';
import type { TaskTokens } from './task-tokens.ts';

export type Machine = {
  arn: string;
  name: string;
  definition: StateMachineDefinition;
  /** Returns the reason if the machine's role does not allow an action. Without this function, every action is allowed. */
  checkPermission?(action: string, resource: string): string | undefined;
};

/**
 * Calls a Lambda. The result is either the payload, or the error that the function threw. The promise rejects if the function could not
 * run.
 */
export type InvokeLambda = (functionArn: string, payload: Json) => Promise<{ payload: Json } | { error: LambdaError }>;
type LambdaError = { errorType: string; errorMessage: string };

export type StartRequest = { stateMachineArn: string; name?: string; input?: string; startedBy?: string };

/** Access to other executions, for a task that starts an execution. */
type Executions = {
  start(request: StartRequest): ExecutionRecord;
  whenEnded(executionArn: string): Promise<ExecutionRecord>;
  stop(executionArn: string, cause: string): void;
};

export type Run = {
  execution: { arn: string; name: string; input: Json; startedAt: number };
  machine: Machine;
  history: History;
  clock: Clock;
  random: () => number;
  invokeLambda: InvokeLambda;
  tokens: TaskTokens;
  executions: Executions;
};

/** One sequence of states. If `signal` aborts, the sequence ends early. Inside a Map, `map` contains the current item. */
export type Sequence = { signal: AbortSignal; position: HistoryPosition; map?: MapContext };
type MapContext = { Item: { Index: number; Value: Json } };

export const isoTime = (ms: number): string => new Date(ms).toISOString();
