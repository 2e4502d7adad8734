/** Runs Map states. The items of a Map are concurrent sequences of states. */
import type { Json, MapState, StateGraph } from './definition.ts';
import { runtimeError } from './errors.ts';
import { createBranch } from './history.ts';
import { type Data, readPath } from './json-path.ts';
import { encodePayload } from './payload.ts';
import { fillTemplate } from './payload-template.ts';
import type { Run, Sequence } from './run.ts';

export type RunStates = (run: Run, graph: StateGraph, input: Json, sequence: Sequence) => Promise<Json>;

/** AWS's concurrency limit for an inline Map without MaxConcurrency. */
const inlineConcurrencyMax = 40;

export async function runMap(run: Run, name: string, state: MapState, data: Data, sequence: Sequence, runStates: RunStates): Promise<Json> {
  const items = readPath(state.ItemsPath ?? '$', data);
  if (!Array.isArray(items)) throw runtimeError(`The ItemsPath '${state.ItemsPath ?? '$'}' is not an array`);
  const { history } = run;
  history.record(sequence.position, 'MapStateStarted', { length: items.length });

  const runItem = async (index: number, iteration: Sequence): Promise<Json> => {
    const event = { name, index };
    const map = { Item: { Index: index, Value: items[index] } };
    history.record(iteration.position, 'MapIterationStarted', event);
    const itemSequence = { ...iteration, map };
    try {
      const context = { ...(data.context as object), Map: map };
      const input = state.ItemSelector === undefined ? items[index] : fillTemplate(state.ItemSelector, { input: data.input, context });
      const output = await runStates(run, state.ItemProcessor, input, itemSequence);
      iteration.position.enteredEventId = sequence.position.enteredEventId;
      history.record(iteration.position, 'MapIterationSucceeded', event);
      return output;
    } catch (thrown) {
      iteration.position.enteredEventId = sequence.position.enteredEventId;
      history.record(iteration.position, iteration.signal.aborted ? 'MapIterationAborted' : 'MapIterationFailed', event);
      throw thrown;
    }
  };
  try {
    const results = await runSequences(items.length, state.MaxConcurrency || inlineConcurrencyMax, sequence, runItem);
    encodePayload(results, "Map state's result");
    history.record(sequence.position, 'MapStateSucceeded');
    return results;
  } catch (thrown) {
    if (!sequence.signal.aborted) history.record(sequence.position, 'MapStateFailed');
    throw thrown;
  }
}

/**
 * Runs `count` sequences, at most `concurrencyMax` at the same time. After the first failure, no other sequence starts, and the running
 * sequences are interrupted. The promise rejects only after all sequences have ended, so a failed batch causes no further cost.
 */
async function runSequences(
  count: number,
  concurrencyMax: number,
  sequence: Sequence,
  runOne: (index: number, sequence: Sequence) => Promise<Json>,
): Promise<Json[]> {
  const failure = new AbortController();
  const signal = AbortSignal.any([sequence.signal, failure.signal]);
  const results = new Array<Json>(count);
  const startPosition = { ...sequence.position };
  let nextIndex = 0;
  const worker = async () => {
    while (nextIndex < count && !signal.aborted) {
      const index = nextIndex++;
      const position = createBranch(startPosition, index);
      try {
        results[index] = await runOne(index, { ...sequence, signal, position });
      } finally {
        // After the Map, `previousEventId` of the next event is the last event of the iteration that ended last or failed first.
        if (!signal.aborted) sequence.position.previousEventId = position.previousEventId;
      }
    }
  };
  const guardedWorker = () =>
    worker().catch((thrown: unknown) => {
      if (!signal.aborted) failure.abort(thrown);
    });
  await Promise.all(Array.from({ length: Math.min(concurrencyMax, count) }, guardedWorker));
  signal.throwIfAborted();
  return results;
}
