/** The events of an execution, in the format of GetExecutionHistory. */
import type { HistoryEventType } from '@aws-sdk/client-sfn';
import type { Clock } from './clock.ts';
import { runtimeError } from './errors.ts';

/** AWS ends an execution whose history has more events. */
const historyEventsMax = 25_000;

/** AWS does not store these fields. The page of the executions uses them to assign each event to a visit of a state. */
type Place = {
  /** The id of the event that entered the event's state; 0 for events of the execution itself. */
  visit: number;
  /** The visit of the Map in which this state runs. */
  within?: number;
  /** The index of the Map's item. */
  iteration?: number;
};

export type HistoryEvent = {
  id: number;
  previousEventId: number;
  /** Milliseconds since the epoch. */
  timestamp: number;
  type: HistoryEventType;
  /** In responses, these details have a key such as `taskFailedEventDetails`, as in AWS. */
  details?: Record<string, unknown>;
  place: Place;
};

/** The position of a sequence of states in the history. A sequence is the machine itself or an iteration of a Map. */
export type HistoryPosition = Place & { previousEventId: number };

export const createPosition = (): HistoryPosition => ({ previousEventId: 0, visit: 0 });

/** Returns the start position of an iteration of the current Map. */
export const createBranch = (position: HistoryPosition, iteration: number): HistoryPosition => ({
  previousEventId: position.previousEventId,
  visit: position.visit,
  within: position.visit,
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
      if (type.endsWith('StateEntered')) position.visit = lastId;
      const { previousEventId, visit, within, iteration } = position;
      append({ id: lastId, previousEventId, timestamp: clock.now(), type, details, place: { visit, within, iteration } });
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
