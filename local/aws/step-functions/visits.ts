/** Converts a history to visits of its states, for the page that shows a run. */
import type { HistoryEvent } from './history.ts';

type Failure = { error: string; cause: string; at: number };

export type Visit = {
  id: number;
  name: string;
  type: string;
  /** 0 for a state of the machine itself, plus one for each enclosing Map. */
  depth: number;
  /** The index of the Map's item. */
  iteration?: number;
  status: 'running' | 'succeeded' | 'failed' | 'aborted';
  enteredAt: number;
  leftAt?: number;
  input: string;
  output?: string;
  /** Failures of its attempts, in order; a retry or a Catch may have followed. */
  failures: Failure[];
  /** How often its task or items were started; 0 for a state without them. */
  attempts: number;
  /** ARNs of the executions that its task started. */
  started: string[];
};

type Details = Record<string, string | undefined>;

const attemptTypes = ['TaskScheduled', 'LambdaFunctionScheduled', 'MapStateStarted'];
/** These end the state of the previous event if no Catch handled its error. */
const consequenceTypes = ['MapIterationFailed', 'MapStateFailed', 'ExecutionFailed'];

export function visitsOf(events: HistoryEvent[]): Visit[] {
  const visits = new Map<number, Visit>();
  const visitOfEvent = new Map<number, number>();
  for (const event of events) {
    visitOfEvent.set(event.id, event.place.visit);
    const details = (event.details ?? {}) as Details;
    if (event.type.endsWith('StateEntered')) visits.set(event.id, entered(event, details, visits));
    const visit = visits.get(event.place.visit);
    if (visit) follow(visit, event, details);
    if (!consequenceTypes.includes(event.type)) continue;
    const cause = visits.get(visitOfEvent.get(event.previousEventId) ?? 0);
    if (cause?.status === 'running') fail(cause, event.timestamp, details);
  }
  return [...visits.values()];
}

function entered({ id, type, timestamp, place }: HistoryEvent, details: Details, visits: Map<number, Visit>): Visit {
  const parent = visits.get(place.within ?? 0);
  return {
    ...{ id, name: details.name ?? '', type: type.replace('StateEntered', ''), status: 'running', enteredAt: timestamp },
    ...{ depth: parent ? parent.depth + 1 : 0, iteration: place.iteration },
    ...{ input: details.input ?? '', failures: [], attempts: 0, started: [] },
  };
}

function follow(visit: Visit, { type, timestamp }: HistoryEvent, details: Details): void {
  if (attemptTypes.includes(type)) visit.attempts += 1;
  if (type.endsWith('StateExited')) Object.assign(visit, { status: 'succeeded', leftAt: timestamp, output: details.output });
  if (type.endsWith('StateAborted')) Object.assign(visit, { status: 'aborted', leftAt: timestamp });
  if (/^(Task|LambdaFunction)(\w*Failed|TimedOut)$/.test(type)) visit.failures.push(failureOf(timestamp, details));
  if (details.resourceType === 'states' && (type === 'TaskSubmitted' || type === 'TaskSucceeded')) {
    const { ExecutionArn } = JSON.parse(details.output ?? '{}') as { ExecutionArn?: string };
    if (ExecutionArn && !visit.started.includes(ExecutionArn)) visit.started.push(ExecutionArn);
  }
}

function fail(visit: Visit, at: number, details: Details): void {
  Object.assign(visit, { status: 'failed', leftAt: at });
  // A Choice has no separate failure event.
  if (visit.failures.length === 0 && details.error !== undefined) visit.failures.push(failureOf(at, details));
}

const failureOf = (at: number, { error = '', cause = '' }: Details): Failure => ({ error, cause, at });
