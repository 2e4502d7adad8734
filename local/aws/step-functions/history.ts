/** The events of an execution, shaped as GetExecutionHistory answers them. */
import type { HistoryEventType } from '@aws-sdk/client-sfn';
import type { Clock } from './clock.ts';
import { runtimeError } from './errors.ts';

/** AWS ends an execution whose history grows beyond this. */
const historyEventsMax = 25_000;

/** What AWS does not keep, so that the page can tell which event belongs to which visit of a state. */
type Place = {
  /** The id of the event that entered the state which this event belongs to; 0 for the execution's own. */
  visit: number;
  /** The visit of the Map or Parallel that this state runs inside. */
  within?: number;
  /** The item of the Map, or the branch of the Parallel. */
  iteration?: number;
};

export type HistoryEvent = {
  id: number;
  previousEventId: number;
  /** Milliseconds since the epoch. */
  timestamp: number;
  type: HistoryEventType;
  /** As AWS: under a key such as `taskFailedEventDetails`. */
  details?: Record<string, unknown>;
  place: Place;
};

/** One sequence of states: the machine's own, or an iteration or branch beside others. */
export type Trail = Place & { previousEventId: number };

export const newTrail = (): Trail => ({ previousEventId: 0, visit: 0 });

/** A sequence of its own inside the Map or Parallel that the trail is in. */
export const branchOff = (trail: Trail, iteration: number): Trail => ({
  previousEventId: trail.previousEventId,
  visit: trail.visit,
  within: trail.visit,
  iteration,
});

export type History = { record(trail: Trail, type: HistoryEventType, details?: Record<string, unknown>): void };

export function createHistory({ append, clock }: { append: (event: HistoryEvent) => void; clock: Clock }): History {
  let lastId = 0;
  return {
    record(trail, type, details) {
      if (lastId + 1 >= historyEventsMax && !isTerminal(type)) {
        throw runtimeError(`The execution reached the maximum number of history events (${historyEventsMax}).`);
      }
      lastId += 1;
      if (type.endsWith('StateEntered')) trail.visit = lastId;
      const { previousEventId, visit, within, iteration } = trail;
      append({ id: lastId, previousEventId, timestamp: clock.now(), type, details, place: { visit, within, iteration } });
      trail.previousEventId = lastId;
    },
  };
}

const terminalTypes: HistoryEventType[] = ['ExecutionSucceeded', 'ExecutionFailed', 'ExecutionAborted', 'ExecutionTimedOut'];

export const isTerminal = (type: HistoryEventType): boolean => terminalTypes.includes(type);

/** The key under which AWS answers an event's details: entering and leaving a state share theirs among all types. */
export function detailsKey(type: HistoryEventType): string {
  if (type.endsWith('StateEntered')) return 'stateEnteredEventDetails';
  if (type.endsWith('StateExited')) return 'stateExitedEventDetails';
  return `${type[0]!.toLowerCase()}${type.slice(1)}EventDetails`;
}
