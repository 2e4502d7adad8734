/**
 * Converts a history to a list of visits, for the page of an execution. A visit is the time between the entry into a state and the exit
 * from it.
 */
import type { HistoryEvent } from './history.ts';

type Failure = { error: string; cause: string; failedAt: number };

export type Visit = {
  id: number;
  name: string;
  type: string;
  /** Number of Maps around the state. The value is 0 for a state of the machine itself. */
  depth: number;
  /** The index of the Map's item. */
  iteration?: number;
  status: 'running' | 'succeeded' | 'failed' | 'aborted';
  enteredAt: number;
  leftAt?: number;
  input: string;
  output?: string;
  /** Failures of the attempts, in order. After a failure, a retry or a Catch may have continued the execution. */
  failures: Failure[];
  /** The number of starts of the task or the Map. The value is 0 for other states. */
  attempts: number;
  /** ARNs of the executions that the task started. */
  startedArns: string[];
};

type Details = Record<string, string | undefined>;

const attemptTypes = ['TaskScheduled', 'LambdaFunctionScheduled', 'MapStateStarted'];
/** These events follow an error that no Catch handled. Each of them shows that a state has failed. The previous event names this state. */
const consequenceTypes = ['MapIterationFailed', 'MapStateFailed', 'ExecutionFailed'];

export function visitsOf(events: HistoryEvent[]): Visit[] {
  const visits = new Map<number, Visit>();
  const enteredEventIdOf = new Map<number, number>();
  for (const event of events) {
    enteredEventIdOf.set(event.id, event.place.enteredEventId);
    const details = (event.details ?? {}) as Details;
    if (event.type.endsWith('StateEntered')) visits.set(event.id, createVisit(event, details, visits));
    const visit = visits.get(event.place.enteredEventId);
    if (visit) applyEvent(visit, event, details);
    if (!consequenceTypes.includes(event.type)) continue;
    const cause = visits.get(enteredEventIdOf.get(event.previousEventId) ?? 0);
    if (cause?.status === 'running') markFailed(cause, event.timestamp, details);
  }
  return [...visits.values()];
}

function createVisit({ id, type, timestamp, place }: HistoryEvent, details: Details, visits: Map<number, Visit>): Visit {
  const parent = visits.get(place.within ?? 0);
  return {
    ...{ id, name: details.name ?? '', type: type.replace('StateEntered', ''), status: 'running', enteredAt: timestamp },
    ...{ depth: parent ? parent.depth + 1 : 0, iteration: place.iteration },
    ...{ input: details.input ?? '', failures: [], attempts: 0, startedArns: [] },
  };
}

function applyEvent(visit: Visit, { type, timestamp }: HistoryEvent, details: Details): void {
  if (attemptTypes.includes(type)) visit.attempts += 1;
  if (type.endsWith('StateExited')) Object.assign(visit, { status: 'succeeded', leftAt: timestamp, output: details.output });
  if (type.endsWith('StateAborted')) Object.assign(visit, { status: 'aborted', leftAt: timestamp });
  if (/^(Task|LambdaFunction)(\w*Failed|TimedOut)$/.test(type)) visit.failures.push(failureOf(timestamp, details));
  if (details.resourceType === 'states' && (type === 'TaskSubmitted' || type === 'TaskSucceeded')) {
    const { ExecutionArn } = JSON.parse(details.output ?? '{}') as { ExecutionArn?: string };
    if (ExecutionArn && !visit.startedArns.includes(ExecutionArn)) visit.startedArns.push(ExecutionArn);
  }
}

function markFailed(visit: Visit, failedAt: number, details: Details): void {
  Object.assign(visit, { status: 'failed', leftAt: failedAt });
  // Some states, such as a Choice, have no failure event, so this error is not in the list yet.
  if (visit.failures.length === 0 && details.error !== undefined) visit.failures.push(failureOf(failedAt, details));
}

const failureOf = (failedAt: number, { error = '', cause = '' }: Details): Failure => ({ error, cause, failedAt });
