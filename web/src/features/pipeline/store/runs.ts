/** Decides which run the page shows, and reads this run until it ends. */
import { QueryObserver } from '@tanstack/react-query';
import type { ListRunsResponse, RunResponse } from '#shared/pipeline/api.ts';
import { liveUserId } from '#web/features/batch/store/core.ts';
import { codeOf } from '#web/lib/api.ts';
import { queries } from '#web/lib/queries.ts';
import { runKey, runsReadKey } from '#web/lib/query-keys.ts';
import { readSessionState, subscribeToSession } from '#web/lib/session/session.ts';
import { removeCachedRunLinks, runQuery } from '../calls/get-run.ts';
import { runsKey, runsQuery } from '../calls/list-runs.ts';
import { readAfterChange } from '../calls/run-changed.ts';
import { readClosedRuns, writeClosedRuns } from './closed-runs.ts';
import { change, currentUserId, type PipelineState, resetForRunChange, store } from './core.ts';
import type { Kept } from './setup.ts';
import { defaultRun } from './shown-run.ts';

/** Minimum time between two renewals of the links. */
const renewEveryMs = 10_000;
const noRuns: ListRunsResponse['items'] = [];

/** The id of the user whose runs the page has read. */
let runsUserId: string | undefined;

const shownIdOf = ({ requestedRunId, startedRunId, closedRunIds }: PipelineState, runs: ListRunsResponse['items']): string | undefined =>
  currentUserId() === undefined ? undefined : (requestedRunId ?? startedRunId ?? defaultRun(runs, closedRunIds, Date.now()));

/** Removes the runs of the previous user, so that the next user does not see them. */
function removeOtherUsersRuns(): void {
  const user = currentUserId();
  if (runsUserId === user) return;
  if (runsUserId !== undefined) {
    queries.removeQueries({ queryKey: runsReadKey });
    queries.removeQueries({ queryKey: runsKey });
  }
  runsUserId = user;
  store.setState({ closedRunIds: user === undefined ? [] : readClosedRuns(user), startedRunId: undefined });
}

/**
 * Reads the list of runs and the current run while the page is open.
 * @returns a function that stops the reads.
 */
export function followRuns(): () => void {
  removeOtherUsersRuns();
  const list = new QueryObserver<ListRunsResponse>(queries, runsQuery(liveUserId()));
  const shown = new QueryObserver<RunResponse>(queries, runQuery(undefined, false));
  let listUserId = liveUserId();
  let observedTarget = '';
  /** The state of the run when the page last read the balance and the list of runs. */
  let lastReadState = '';

  const observeRun = (runId: string | undefined) => {
    const isLive = liveUserId() !== undefined;
    const target = `${runId} ${isLive}`;
    if (observedTarget === target) return;
    observedTarget = target;
    shown.setOptions(runQuery(runId, isLive));
  };
  const refreshAfterChange = (run: RunResponse | undefined) => {
    const runState = run && `${run.runId} ${run.status} ${run.iteration} ${run.charged}`;
    if (runState === undefined || runState === lastReadState) return;
    lastReadState = runState;
    readAfterChange();
  };
  const update = () => {
    removeOtherUsersRuns();
    const user = liveUserId();
    if (listUserId !== user) list.setOptions(runsQuery(user));
    listUserId = user;
    const previous = store.getState();
    const { data, isLoading } = list.getCurrentResult();
    const runs = data?.items ?? noRuns;
    const runId = shownIdOf(previous, runs);
    observeRun(runId);
    const { data: run, isError, error, failureCount } = shown.getCurrentResult();
    const isGone = isError && codeOf(error) === 'RunNotFound';
    const isSessionKnown = readSessionState().status !== 'loading';
    const isChosen = previous.requestedRunId !== undefined || previous.startedRunId !== undefined;
    const isRunKnown = isSessionKnown && (user === undefined || isChosen || !isLoading);
    const next = {
      ...(runId !== previous.runId && resetForRunChange),
      runs,
      runId,
      isRunKnown,
      run: run?.runId === runId ? run : undefined,
      isGone,
      hasFailed: isError && !isGone,
      isRetrying: failureCount > 1,
    };
    const isSame = (Object.keys(next) as (keyof typeof next)[]).every((key) => Object.is(next[key], previous[key]));
    if (!isSame) store.setState(next);
    refreshAfterChange(next.run);
  };

  const stops = [
    list.subscribe(update),
    shown.subscribe(update),
    subscribeToSession(update),
    store.subscribe((state, before) => {
      const isSameRun = state.requestedRunId === before.requestedRunId && state.startedRunId === before.startedRunId;
      if (!isSameRun || state.closedRunIds !== before.closedRunIds) update();
    }),
  ];
  update();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Opens the run whose id is in the URL of the page. */
export function requestRun(runId: string | undefined): void {
  if (runId === undefined || runId !== store.getState().leftRunId) store.setState({ requestedRunId: runId, leftRunId: undefined });
}

/** Shows a run that was started on this page. */
export const showStarted = (runId: string): void =>
  store.setState(({ requestedRunId }) => ({ startedRunId: runId, requestedRunId: undefined, leftRunId: requestedRunId }));

/** Closes the shown run, so that the seller can prepare the next run. The list still contains the closed run. */
export function startNew(keeps: Kept): void {
  const { setup, runId, runs, requestedRunId } = store.getState();
  const user = currentUserId();
  if (user === undefined || runId === undefined) return;
  // If the setup was already prepared for another run, it stays as it is.
  if (setup.orderedRunId === runId) change({ type: 'startedNew', runId: crypto.randomUUID(), keeps });
  const closedRunIds = [...readClosedRuns(user).filter((id) => id !== runId), ...runs.map((one) => one.runId), runId];
  writeClosedRuns(user, [...new Set(closedRunIds)]);
  store.setState({
    closedRunIds: readClosedRuns(user),
    startedRunId: undefined,
    requestedRunId: undefined,
    leftRunId: requestedRunId,
  });
}

/** Reads the current run again after a failure. */
export function readAgain(): void {
  const { runId } = store.getState();
  if (runId !== undefined) void queries.invalidateQueries({ queryKey: runKey(runId) });
}

let renewedAt = Number.NEGATIVE_INFINITY;

/** Requests new links, because the storage has rejected a link. */
export function renewLinks(): void {
  const { runId } = store.getState();
  if (runId === undefined || performance.now() - renewedAt < renewEveryMs) return;
  renewedAt = performance.now();
  removeCachedRunLinks(runId);
  readAgain();
}
