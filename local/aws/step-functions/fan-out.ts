/** Runs Map states: concurrent sequences of states. */
import type { Json, MapState, StateGraph } from './definition.ts';
import { runtimeError } from './errors.ts';
import { createBranch } from './history.ts';
import { type Data, readPath } from './json-path.ts';
import { encodePayload } from './payload.ts';
import { fillTemplate } from './payload-template.ts';
import type { Lane, Run } from './run.ts';

export type RunStates = (run: Run, graph: StateGraph, input: Json, lane: Lane) => Promise<Json>;

/** AWS's concurrency limit for an inline Map without MaxConcurrency. */
const inlineConcurrencyMax = 40;

export async function runMap(run: Run, name: string, state: MapState, data: Data, lane: Lane, runStates: RunStates): Promise<Json> {
  const items = readPath(state.ItemsPath ?? '$', data);
  if (!Array.isArray(items)) throw runtimeError(`The ItemsPath '${state.ItemsPath ?? '$'}' is not an array`);
  const { history } = run;
  history.record(lane.trail, 'MapStateStarted', { length: items.length });

  const runItem = async (index: number, iteration: Lane): Promise<Json> => {
    const event = { name, index };
    const map = { Item: { Index: index, Value: items[index] } };
    history.record(iteration.trail, 'MapIterationStarted', event);
    const itemLane = { ...iteration, map };
    try {
      const context = { ...(data.context as object), Map: map };
      const input = state.ItemSelector === undefined ? items[index] : fillTemplate(state.ItemSelector, { input: data.input, context });
      const output = await runStates(run, state.ItemProcessor, input, itemLane);
      iteration.trail.visit = lane.trail.visit;
      history.record(iteration.trail, 'MapIterationSucceeded', event);
      return output;
    } catch (thrown) {
      iteration.trail.visit = lane.trail.visit;
      history.record(iteration.trail, iteration.signal.aborted ? 'MapIterationAborted' : 'MapIterationFailed', event);
      throw thrown;
    }
  };
  try {
    const results = await runSequences(items.length, state.MaxConcurrency || inlineConcurrencyMax, lane, runItem);
    encodePayload(results, "Map state's result");
    history.record(lane.trail, 'MapStateSucceeded');
    return results;
  } catch (thrown) {
    if (!lane.signal.aborted) history.record(lane.trail, 'MapStateFailed');
    throw thrown;
  }
}

/**
 * Runs `count` sequences, at most `width` concurrently. After a first failure, no other sequence starts, and the
 * running sequences are interrupted. All sequences have ended when the promise rejects, so a failed batch causes no further cost.
 */
async function runSequences(
  count: number,
  width: number,
  lane: Lane,
  runOne: (index: number, lane: Lane) => Promise<Json>,
): Promise<Json[]> {
  const failure = new AbortController();
  const signal = AbortSignal.any([lane.signal, failure.signal]);
  const results = new Array<Json>(count);
  const origin = { ...lane.trail };
  let next = 0;
  const worker = async () => {
    while (next < count && !signal.aborted) {
      const index = next++;
      const trail = createBranch(origin, index);
      try {
        results[index] = await runOne(index, { ...lane, signal, trail });
      } finally {
        // The next event in the history follows from the last success or the first failure.
        if (!signal.aborted) lane.trail.previousEventId = trail.previousEventId;
      }
    }
  };
  const guardedWorker = () =>
    worker().catch((thrown: unknown) => {
      if (!signal.aborted) failure.abort(thrown);
    });
  await Promise.all(Array.from({ length: Math.min(width, count) }, guardedWorker));
  signal.throwIfAborted();
  return results;
}
