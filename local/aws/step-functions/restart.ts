/** Ends executions that were running when the local cloud stopped. */
import type { ExecutionEnd, ExecutionRecord, ExecutionStore } from './execution-store.ts';
import { type HistoryEvent, isTerminal } from './history.ts';

/**
 * The error of an aborted execution. After a restart, the reconcile job finds the aborted execution, and continues its batch in a new
 * execution.
 */
export const restartError = { error: 'LocalCloud.Restarted', cause: 'The local cloud was stopped while this execution was running.' };

export function abortInterruptedExecutions(store: ExecutionStore, now: number): void {
  for (const record of store.all()) if (record.status === 'RUNNING') endExecution(store, record, now);
}

function endExecution(store: ExecutionStore, record: ExecutionRecord, now: number): void {
  const lastEvent = store.readHistory(record).at(-1);
  if (lastEvent && isTerminal(lastEvent.type)) {
    store.end(record.executionArn, toExecutionEnd(lastEvent));
    return;
  }
  store.appendEvent(record, {
    id: (lastEvent?.id ?? 0) + 1,
    previousEventId: lastEvent?.id ?? 0,
    timestamp: now,
    type: 'ExecutionAborted',
    details: restartError,
    place: { enteredEventId: 0 },
  });
  store.end(record.executionArn, { status: 'ABORTED', ...restartError, stoppedAt: now });
}

const statusByType: Partial<Record<HistoryEvent['type'], ExecutionEnd['status']>> = {
  ExecutionSucceeded: 'SUCCEEDED',
  ExecutionFailed: 'FAILED',
  ExecutionAborted: 'ABORTED',
  ExecutionTimedOut: 'TIMED_OUT',
};

/**
 * The history already contains the end event, but the process was killed before it stored the end of the execution. So the end is read from
 * this event.
 */
const toExecutionEnd = ({ type, details, timestamp }: HistoryEvent): ExecutionEnd => ({
  status: statusByType[type]!,
  ...details,
  stoppedAt: timestamp,
});
