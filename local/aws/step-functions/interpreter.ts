/** Runs one sequence of states of a state machine. Retries a failed state as its definition requires. */
import { isChosen } from './choice-rule.ts';
import type { ChoiceState, Json, State, StateGraph, WaitState } from './definition.ts';
import { runtimeError, StateError, toStateError } from './errors.ts';
import { type Data, placeResult, readPath } from './json-path.ts';
import { encodePayload } from './payload.ts';
import { catcherFor, type RetriesUsed, takeRetry } from './retry-policy.ts';
import { isoTime, type Run, type Sequence } from './run.ts';
import { runMap } from './run-map.ts';
import { runTask } from './run-task.ts';

type Outcome = { output: Json; next: string | undefined };
type Visit = { run: Run; name: string; state: State; input: Json; context: Record<string, Json>; sequence: Sequence };

/** Runs the states of a machine or of an iteration from first to last. */
export async function runStates(run: Run, graph: StateGraph, input: Json, sequence: Sequence): Promise<Json> {
  let outcome: Outcome = { output: input, next: graph.StartAt };
  while (outcome.next !== undefined) outcome = await runState(run, outcome.next, graph.States[outcome.next]!, outcome.output, sequence);
  return outcome.output;
}

async function runState(run: Run, name: string, state: State, input: Json, sequence: Sequence): Promise<Outcome> {
  sequence.signal.throwIfAborted();
  run.history.record(sequence.position, `${state.Type}StateEntered`, { name, input: JSON.stringify(input) });
  const visit = { run, name, state, input, context: contextOf(run, name, sequence), sequence };
  const { enteredEventId } = sequence.position;
  try {
    const outcome = await runWithRetries(visit);
    const output = encodePayload(outcome.output, "state's output");
    run.history.record(sequence.position, `${state.Type}StateExited`, { name, output });
    return outcome;
  } catch (thrown) {
    if (!sequence.signal.aborted) throw addLocation(toStateError(thrown), name, enteredEventId);
    if (recordsAbort(state.Type)) run.history.record(sequence.position, `${state.Type}StateAborted`);
    throw sequence.signal.reason;
  }
}

const recordsAbort = (type: State['Type']) => type === 'Task' || type === 'Wait' || type === 'Map';

const locationPrefix = 'An error occurred while executing the state';

/** Adds to the message the name of the state in which the error occurred, as AWS does. The name is added only once. */
const addLocation = (error: StateError, name: string, enteredEventId: number): StateError => {
  if (error.name !== 'States.Runtime' || error.message.startsWith(locationPrefix)) return error;
  return runtimeError(`${locationPrefix} '${name}' (entered at the event id #${enteredEventId}). ${error.message}`, { cause: error });
};

/** Returns the context object, `$$`. */
const contextOf = ({ execution, machine, clock }: Run, name: string, { map }: Sequence): Record<string, Json> => ({
  Execution: { Id: execution.arn, Name: execution.name, Input: execution.input, StartTime: isoTime(execution.startedAt) },
  StateMachine: { Id: machine.arn, Name: machine.name },
  State: { Name: name, EnteredTime: isoTime(clock.now()), RetryCount: 0 },
  ...(map && { Map: map }),
});

async function runWithRetries(visit: Visit): Promise<Outcome> {
  const { run, state, input, sequence } = visit;
  const retriesUsed: RetriesUsed = new Map();
  for (let retryCount = 0; ; retryCount++) {
    const context = { ...visit.context, State: { ...(visit.context.State as object), RetryCount: retryCount } };
    try {
      return await runOnce({ ...visit, context });
    } catch (thrown) {
      if (sequence.signal.aborted || !('Retry' in state || 'Catch' in state)) throw thrown;
      const error = toStateError(thrown);
      const delaySeconds = takeRetry(state.Retry, error, { retriesUsed, random: run.random });
      if (delaySeconds !== undefined) {
        await run.clock.sleep(delaySeconds * 1000, sequence.signal);
        continue;
      }
      const catcher = catcherFor(state.Catch, error);
      if (!catcher) throw error;
      return { output: placeResult(catcher.ResultPath, input, { Error: error.name, Cause: error.message }), next: catcher.Next };
    }
  }
}

async function runOnce({ run, name, state, input, context, sequence }: Visit): Promise<Outcome> {
  const data = { input, context };
  switch (state.Type) {
    case 'Succeed':
      return { output: input, next: undefined };
    case 'Choice':
      return { output: input, next: chooseNext(state, data, name) };
    case 'Pass':
      return { output: input, next: state.Next };
    case 'Wait':
      await run.clock.sleep(waitMs(state, data), sequence.signal);
      return { output: input, next: state.Next };
    case 'Task':
      return { output: placeResult(state.ResultPath, input, await runTask(run, state, data, sequence)), next: state.Next };
    case 'Map':
      return { output: placeResult(state.ResultPath, input, await runMap(run, name, state, data, sequence, runStates)), next: state.Next };
  }
}

function chooseNext(state: ChoiceState, data: Data, name: string): string {
  const next = state.Choices.find((rule) => isChosen(rule, data))?.Next ?? state.Default;
  if (next === undefined) throw new StateError('States.NoChoiceMatched', `No choice of the state '${name}' matches and it has no Default`);
  return next;
}

/** Maximum duration of a Wait state, about three years. AWS has the same limit. */
const waitSecondsMax = 99_999_999;

function waitMs(state: WaitState, data: Data): number {
  const seconds = state.SecondsPath === undefined ? state.Seconds : readPath(state.SecondsPath, data);
  if (typeof seconds !== 'number' || seconds < 0 || seconds > waitSecondsMax) {
    throw runtimeError(`Not a number of seconds to wait: ${JSON.stringify(seconds)}`);
  }
  return seconds * 1000;
}
