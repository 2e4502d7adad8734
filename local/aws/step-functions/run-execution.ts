import { Interruption, toStateError } from './errors.ts';
import type { ExecutionEnd } from './execution-store.ts';
import { createPosition } from './history.ts';
import { runStates } from './interpreter.ts';
import { encodePayload } from './payload.ts';
import type { Run } from './run.ts';

/** Runs an execution to its end and records its last event. Rejects only if the disk fails. */
export async function runExecution(run: Run, controller: AbortController): Promise<ExecutionEnd> {
  const position = createPosition();
  const { history, machine, execution, clock } = run;
  history.record(position, 'ExecutionStarted', { input: JSON.stringify(execution.input) });
  const endController = new AbortController();
  const { TimeoutSeconds } = machine.definition;
  if (TimeoutSeconds !== undefined) {
    const cause = `The execution did not end within ${TimeoutSeconds} seconds`;
    const abortWithTimeout = () => controller.abort(new Interruption('TIMED_OUT', 'States.Timeout', cause));
    clock.sleep(TimeoutSeconds * 1000, endController.signal).then(abortWithTimeout, () => undefined);
  }
  const recordEnd = (end: Omit<ExecutionEnd, 'stoppedAt'>): ExecutionEnd => {
    const { status, ...details } = end;
    position.enteredEventId = 0;
    history.record(position, terminalType[status], details);
    return { ...end, stoppedAt: clock.now() };
  };
  try {
    const output = await runStates(run, machine.definition, execution.input, { signal: controller.signal, position });
    return recordEnd({ status: 'SUCCEEDED', output: encodePayload(output, "execution's output") });
  } catch (thrown) {
    if (thrown instanceof Interruption) return recordEnd({ status: thrown.status, error: thrown.error, cause: thrown.message });
    const { name, message } = toStateError(thrown);
    return recordEnd({ status: 'FAILED', error: name || undefined, cause: message || undefined });
  } finally {
    endController.abort();
  }
}

const terminalType = {
  SUCCEEDED: 'ExecutionSucceeded',
  FAILED: 'ExecutionFailed',
  ABORTED: 'ExecutionAborted',
  TIMED_OUT: 'ExecutionTimedOut',
} as const;
