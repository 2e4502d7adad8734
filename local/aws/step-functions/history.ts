/** The events of an execution, in the format of GetExecutionHistory. */
import type { HistoryEventType } from '@aws-sdk/client-sfn';
import type { Clock } from './clock.ts';
import { runtimeError } from './errors.ts';

/** Maximum number of events in a history. If an execution reaches this number, it fails, as on AWS. */
const historyEventsMax = 25_000;

/**
 * AWS has no such fields. The page of the executions uses them to assign each event to a visit of a state. A visit begins when the
 * execution enters a state, and ends when the execution leaves it.
 */
type Place = {
  /** The id of the StateEntered event with which the current visit began. The value is 0 for events of the execution itself. */
  enteredEventId: number;
  /** If the state runs inside a Map: the id of the StateEntered event with which the visit of the Map began. */
  within?: number;
  /** The index of the Map's item. */
  iteration?: number;
};

export type HistoryEvent = {
  id: number;
  previousEventId: number;
  /** Milliseconds since 1970. */
  timestamp: number;
  type: HistoryEventType;
  /** In responses, these details have a key such as `taskFailedEventDetails`, as on AWS. */
  details?: Record<string, unknown>;
  place: Place;
};

/** The position of a sequence of states in the history. A sequence is the machine itself or an iteration of a Map. */
export type HistoryPosition = Place & { previousEventId: number };

export const createPosition = (): HistoryPosition => ({ previousEventId: 0, enteredEventId: 0 });

/** Returns the start position of an iteration of the current Map. */
export const createBranch = (position: HistoryPosition, iteration: number): HistoryPosition => ({
  previousEventId: position.previousEventId,
  enteredEventId: position.enteredEventId,
  within: position.enteredEventId,
  iteration,
});

export type History = { record(position: HistoryPosition, type: HistoryEventType, details?: Record<string, unknown>): void };

export function createHistory({ append, clock }: { append: (event: HistoryEvent) => void; clock: Clock }): History {
  let lastId = 0;
  return {
    record(position, type, details) {
      if (lastId + 1 >= historyEventsMax && !isTerminal(type)) {
        throw runtimeError(`The execution reached the maximum number of history events (${historyEventsMax}).`);
      }
      lastId += 1;
      if (type.endsWith('StateEntered')) position.enteredEventId = lastId;
      const { previousEventId, enteredEventId, within, iteration } = position;
      append({ id: lastId, previousEventId, timestamp: clock.now(), type, details, place: { enteredEventId, within, iteration } });
      position.previousEventId = lastId;
    },
  };
}

const terminalTypes: HistoryEventType[] = ['ExecutionSucceeded', 'ExecutionFailed', 'ExecutionAborted', 'ExecutionTimedOut'];

export const isTerminal = (type: HistoryEventType): boolean => terminalTypes.includes(type);

/** Returns the key of an event's details in AWS's response. All state types share one key for the entry and one key for the exit. */
export function detailsKey(type: HistoryEventType): string {
  if (type.endsWith('StateEntered')) return 'stateEnteredEventDetails';
  if (type.endsWith('StateExited')) return 'stateExitedEventDetails';
  return `${type[0]!.toLowerCase()}${type.slice(1)}EventDetails`;
}
