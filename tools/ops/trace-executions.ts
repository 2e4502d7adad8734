/** Reads the states of the executions of a batch, and of the executions of its items. */
import { type HistoryEvent, paginateGetExecutionHistory, SFNClient } from '@aws-sdk/client-sfn';
import { executionName } from '#lambdas/batch/executions.ts';
import { requiredEnv } from '#lambdas/platform/config.ts';
import type { Batch } from '#lambdas/store/batch-rows.ts';
import { machineVariable } from '#shared/work/kinds.ts';

export type StateVisit = { execution: string; state: string; enteredAt: number; exitedAt?: number; error?: string };

const client = new SFNClient({});

export async function readStateVisits({ userId, batchId, kind, resumptions = 0 }: Batch): Promise<StateVisit[]> {
  const machine = requiredEnv(machineVariable(kind)).replace(':stateMachine:', ':execution:');
  const visits: StateVisit[] = [];
  for (let count = 0; count <= resumptions; count++)
    visits.push(...(await visitsOf(`${machine}:${executionName(userId, batchId, count)}`, kind)));
  return visits;
}

async function visitsOf(executionArn: string, label: string): Promise<StateVisit[]> {
  const events = new Map<number, HistoryEvent>();
  try {
    for await (const page of paginateGetExecutionHistory({ client }, { executionArn }))
      for (const event of page.events ?? []) if (event.id !== undefined) events.set(event.id, event);
  } catch (error) {
    // AWS deletes the history 90 days after the end of the execution.
    if (error instanceof Error && error.name === 'ExecutionDoesNotExist') return [];
    throw error;
  }
  const visits = new Map<number, StateVisit>();
  const children: string[] = [];
  for (const [id, event] of events) {
    const at = event.timestamp?.getTime() ?? 0;
    const entered = event.stateEnteredEventDetails;
    if (entered) visits.set(id, { execution: label, state: entered.name ?? '', enteredAt: at });
    const visit = visits.get(enteredIdOf(event, events) ?? -1);
    const error = errorOf(event);
    if (visit && error) visit.error = error;
    if (visit && event.stateExitedEventDetails) visit.exitedAt = at;
    const { resourceType, output } = event.taskSubmittedEventDetails ?? {};
    if (resourceType === 'states' && output) children.push(JSON.parse(output).ExecutionArn);
  }
  const ofChildren = [];
  for (const child of children) ofChildren.push(...(await visitsOf(child, `${label} ${child.split('-').at(-1)}`)));
  return [...visits.values(), ...ofChildren];
}

/**
 * Returns the id of the event at which the state of this event was entered. An exit belongs to the last entry of a state with this name.
 */
function enteredIdOf(event: HistoryEvent, events: ReadonlyMap<number, HistoryEvent>): number | undefined {
  const name = event.stateExitedEventDetails?.name;
  let current: HistoryEvent | undefined = event;
  while (current) {
    const entered = current.stateEnteredEventDetails;
    if (entered && (name === undefined || entered.name === name)) return current.id;
    current = events.get(current.previousEventId ?? 0);
  }
  return undefined;
}

/** Returns the error of a failure event. */
function errorOf(event: HistoryEvent): string | undefined {
  const details =
    event.taskFailedEventDetails ??
    event.taskTimedOutEventDetails ??
    event.lambdaFunctionFailedEventDetails ??
    event.lambdaFunctionTimedOutEventDetails ??
    event.executionFailedEventDetails;
  return details && (details.error ?? 'without a code');
}
