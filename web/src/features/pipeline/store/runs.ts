/** Decides which run the page shows, and reads it until it ends. */
import { QueryObserver } from '@tanstack/react-query';
import type { ListRunsResponse, RunResponse } from '#shared/pipeline/api.ts';
import { liveUserId } from '#web/features/batch/store/core.ts';
import { codeOf } from '#web/lib/api.ts';
import { queries } from '#web/lib/queries.ts';
import { readSessionState, subscribeToSession } from '#web/lib/session/session.ts';
import { forgetRunLinks, runKey, runQuery, runsReadKey } from '../calls/get-run.ts';
import { runsKey, runsQuery } from '../calls/list-runs.ts';
import { readAfterChange } from '../calls/run-changed.ts';
import { change, currentUserId, forAnotherRun, type PipelineState, store } from './core.ts';
import { readAside, writeAside } from './put-aside.ts';
import { defaultRun } from './shown-run.ts';

/** Links are renewed at most this often, in milliseconds. */
const renewEveryMs = 10_000;
const noRuns: ListRunsResponse['items'] = [];

/** The account whose runs the page has read. */
let readBy: string | undefined;

const shownId = ({ asked, started, aside }: PipelineState, runs: ListRunsResponse['items']): string | undefined =>
  currentUserId() === undefined ? undefined : (asked ?? started ?? defaultRun(runs, aside, Date.now()));

/** The next account must not see what another account has read. */
function forgetOtherUser(): void {
  const user = currentUserId();
  if (readBy === user) return;
  if (readBy !== undefined) {
    queries.removeQueries({ queryKey: runsReadKey });
    queries.removeQueries({ queryKey: runsKey });
  }
  readBy = user;
  store.setState({ aside: user === undefined ? [] : readAside(user), started: undefined });
}

/** Reads the list of runs and the shown run while the page is open. @returns a function that stops the reads. */
export function followRuns(): () => void {
  forgetOtherUser();
  const list = new QueryObserver<ListRunsResponse>(queries, runsQuery(liveUserId()));
  const shown = new QueryObserver<RunResponse>(queries, runQuery(undefined, false));
  let listedFor = liveUserId();
  let target = '';
  /** The last state of the run whose images and costs were read. */
  let moved = '';

  const aim = (runId: string | undefined) => {
    const isLive = liveUserId() !== undefined;
    if (target === `${runId} ${isLive}`) return;
    target = `${runId} ${isLive}`;
    shown.setOptions(runQuery(runId, isLive));
  };
  const readMoney = (run: RunResponse | undefined) => {
    const now = run && `${run.runId} ${run.status} ${run.iteration} ${run.charged}`;
    if (now === undefined || now === moved) return;
    moved = now;
    readAfterChange();
  };
  const update = () => {
    forgetOtherUser();
    const user = liveUserId();
    if (listedFor !== user) list.setOptions(runsQuery(user));
    listedFor = user;
    const before = store.getState();
    const { data, isLoading } = list.getCurrentResult();
    const runs = data?.items ?? noRuns;
    const runId = shownId(before, runs);
    aim(runId);
    const { data: run, isError, error, failureCount } = shown.getCurrentResult();
    const isGone = isError && codeOf(error) === 'RunNotFound';
    const isSessionKnown = readSessionState().status !== 'loading';
    const isRunKnown = isSessionKnown && (user === undefined || before.asked !== undefined || before.started !== undefined || !isLoading);
    const next = {
      ...(runId !== before.runId && forAnotherRun),
      runs,
      runId,
      isRunKnown,
      run: run?.runId === runId ? run : undefined,
      isGone,
      hasFailed: isError && !isGone,
      struggling: failureCount > 1,
    };
    const isSame = (Object.keys(next) as (keyof typeof next)[]).every((key) => Object.is(next[key], before[key]));
    if (!isSame) store.setState(next);
    readMoney(next.run);
  };

  const stops = [
    list.subscribe(update),
    shown.subscribe(update),
    subscribeToSession(update),
    store.subscribe((state, before) => {
      if (state.asked !== before.asked || state.started !== before.started || state.aside !== before.aside) update();
    }),
  ];
  update();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Opens the run in the address of the page. */
export function askFor(runId: string | undefined): void {
  if (runId === undefined || runId !== store.getState().dropped) store.setState({ asked: runId, dropped: undefined });
}

/** Shows a run that was ordered on this page. */
export const showStarted = (runId: string): void => store.setState(({ asked }) => ({ started: runId, asked: undefined, dropped: asked }));

/** Closes the shown run, so that the page is free for the next one. The list still contains the run. */
export function startNew(keepsExample: boolean): void {
  const { setup, runId, runs, asked } = store.getState();
  const user = currentUserId();
  if (user === undefined || runId === undefined) return;
  // A setup that was prepared for another run stays.
  if (setup.orderedRunId === runId) change({ type: 'startedNew', runId: crypto.randomUUID(), keepsExample });
  const closed = [...readAside(user).filter((id) => id !== runId), ...runs.map((one) => one.runId), runId];
  writeAside(user, [...new Set(closed)]);
  store.setState({ aside: readAside(user), started: undefined, asked: undefined, dropped: asked });
}

/** Reads the shown run again after a failure. */
export function readAgain(): void {
  const { runId } = store.getState();
  if (runId !== undefined) void queries.invalidateQueries({ queryKey: runKey(runId) });
}

let renewedAt = Number.NEGATIVE_INFINITY;

/** Requests new links, because one was refused. */
export function renewLinks(): void {
  const { runId } = store.getState();
  if (runId === undefined || performance.now() - renewedAt < renewEveryMs) return;
  renewedAt = performance.now();
  forgetRunLinks(runId);
  readAgain();
}
