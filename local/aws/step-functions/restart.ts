/** Ends executions that were running when the local cloud stopped. */
import type { ExecutionEnd, ExecutionRecord, ExecutionStore } from './execution-store.ts';
import { type HistoryEvent, isTerminal } from './history.ts';

/** Names the reason. The product's reconcile job sees that the execution has ended, and continues its batch in a new one. */
export const restarted = { error: 'LocalCloud.Restarted', cause: 'The local cloud was stopped while this execution was running.' };

export function settleInterrupted(store: ExecutionStore, now: number): void {
  for (const record of store.all()) if (record.status === 'RUNNING') settle(store, record, now);
}

function settle(store: ExecutionStore, record: ExecutionRecord, now: number): void {
  const last = store.readHistory(record).at(-1);
  if (last && isTerminal(last.type)) {
    store.end(record.executionArn, endOf(last));
    return;
  }
  store.appendEvent(record, {
    id: (last?.id ?? 0) + 1,
    previousEventId: last?.id ?? 0,
    timestamp: now,
    type: 'ExecutionAborted',
    details: restarted,
    place: { visit: 0 },
  });
  store.end(record.executionArn, { status: 'ABORTED', ...restarted, stoppedAt: now });
}

const statusByType: Partial<Record<HistoryEvent['type'], ExecutionEnd['status']>> = {
  ExecutionSucceeded: 'SUCCEEDED',
  ExecutionFailed: 'FAILED',
  ExecutionAborted: 'ABORTED',
  ExecutionTimedOut: 'TIMED_OUT',
};

/** The kill happened between the last event and the line that ends the execution, so the execution had ended. */
const endOf = ({ type, details, timestamp }: HistoryEvent): ExecutionEnd => ({
  status: statusByType[type]!,
  ...details,
  stoppedAt: timestamp,
});
