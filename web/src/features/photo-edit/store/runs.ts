/** Reads the batches of the page until they have ended, and finds an order whose response was lost. */
import { QueriesObserver, type QueryObserverOptions, type QueryObserverResult } from '@tanstack/react-query';
import type { BatchResponse, EditBatchResponse } from '#shared/batch/api.ts';
import { batchesKey, batchKey, batchQuery, forgetLinks, getBatch } from '#web/features/batch/calls/get-batch.ts';
import { readBalanceAgain } from '#web/features/batch/store/balance.ts';
import { liveUserId, watch, watchLiveUser } from '#web/features/batch/store/core.ts';
import { codeOf } from '#web/lib/api.ts';
import { t } from '#web/lib/i18n/t.ts';
import { queries } from '#web/lib/queries.ts';
import { tellRunEnd } from '#web/lib/run-end.ts';
import { readSessionState } from '#web/lib/session/session.ts';
import { listActiveEdits } from '../calls/list-active-edits.ts';
import { change, draftNow, editStore, type ShownEdit } from './core.ts';
import { endedCount, itemsOf, progressOf } from './selectors.ts';

/** Links are renewed at most this often per batch, in milliseconds. */
const renewEveryMs = 10_000;

type Found = QueryObserverResult<BatchResponse>;

const userId = (): string | undefined => {
  const session = readSessionState();
  return session.status === 'user' ? session.user.id : undefined;
};
const isEdit = (batch: BatchResponse): batch is EditBatchResponse => batch.kind === 'edit';

let readIds: readonly string[] = [];
let readBy: string | undefined;
let ended = 0;
const shownItems = new WeakMap<object, ShownEdit>();
const renewedAt = new Map<string, number>();

/** An order that is being sent now is not read, because it does not exist yet. */
function idsToRead(): string[] {
  const { draft, restored, sending } = editStore.getState();
  if (!userId() || !restored) return [];
  const asked = draft.asked && !sending ? [draft.asked.id] : [];
  return [...new Set([...draft.runs.map(({ id }) => id), ...asked])];
}

/** Reads the batch of the last order if its response was lost. */
function settleAsked(batches: readonly EditBatchResponse[], gone: readonly string[]): void {
  const { asked } = draftNow();
  if (!asked) return;
  if (batches.some(({ batchId }) => batchId === asked.id)) {
    change({ type: 'started', run: asked, nextId: crypto.randomUUID() });
    editStore.setState({ failure: undefined });
  } else if (gone.includes(asked.id)) change({ type: 'notArrived' });
}

function tellEnd(): void {
  const { ready, failed, cancelled, total } = progressOf(editStore.getState());
  if (total > 0) tellRunEnd(t('photo_edit.finished', { ready, failed: failed + cancelled }));
}

function show(results: readonly Found[]): void {
  const all = results.flatMap(({ data }) => (data && isEdit(data) ? [data] : []));
  const before = editStore.getState();
  const loadingRuns = results.some(({ isLoading }) => isLoading);
  const isSame = all.length === before.batches.length && all.every((batch, index) => batch === before.batches[index]);
  const isActive = (batches: readonly EditBatchResponse[]) => batches.some(({ status }) => status === 'running');
  const struggling = (loadingRuns || isActive(all)) && results.some(({ failureCount }) => failureCount > 1);
  if (!isSame || loadingRuns !== before.loadingRuns || struggling !== before.struggling)
    editStore.setState({ loadingRuns, struggling, ...(!isSame && { batches: all, ...itemsOf(all, shownItems) }) });
  const gone = readIds.filter((_, index) => results[index]?.isError && codeOf(results[index].error) === 'BatchNotFound');
  settleAsked(all, gone);
  if (gone.length > 0) change({ type: 'batchesGone', ids: gone });
  // Each ended item has changed the balance.
  const now = endedCount(all);
  if (now !== ended) readBalanceAgain();
  ended = now;
  if (isActive(before.batches) && !isActive(all) && !loadingRuns) tellEnd();
}

/** Shows a running batch of another device on an empty page. */
async function lookElsewhere(): Promise<void> {
  const user = liveUserId();
  const isEmpty = () => liveUserId() === user && editStore.getState().restored && draftNow().photos.length === 0;
  if (!user || !isEmpty()) return;
  const [batchId] = await listActiveEdits().catch(() => []);
  if (batchId === undefined || !isEmpty()) return;
  await showBatch(batchId).catch(() => undefined);
}

/** Reads a batch and adds it to the page. @throws ApiError */
export async function showBatch(batchId: string): Promise<void> {
  const batch = await queries.fetchQuery({ queryKey: batchKey(batchId), queryFn: ({ signal }) => getBatch(batchId, signal) });
  if (isEdit(batch)) change({ type: 'seenElsewhere', batch });
}

/** Requests new links, because one was refused. @returns false if they are new already, so that the file is gone. */
export function renewLinks(batchId: string): boolean {
  const now = Date.now();
  if (now - (renewedAt.get(batchId) ?? 0) < renewEveryMs) return false;
  renewedAt.set(batchId, now);
  forgetLinks(batchId);
  void queries.invalidateQueries({ queryKey: batchKey(batchId) });
  return true;
}

/** Starts the reads. @returns a function that stops them. */
export function followRuns(): () => void {
  const observer = new QueriesObserver<Found[]>(queries, []);
  const setQueries = () => {
    readIds = idsToRead();
    observer.setQueries(readIds.map((id) => batchQuery(id, liveUserId() !== undefined)) as object[] as QueryObserverOptions[]);
    show(observer.getCurrentResult() as Found[]);
  };
  const follow = () => {
    const user = userId();
    // The next account must not see what another account has read.
    if (readBy && readBy !== user) queries.removeQueries({ queryKey: batchesKey });
    readBy = user;
    setQueries();
    void lookElsewhere();
  };
  const stops = [
    observer.subscribe((results) => show(results as Found[])),
    watch(editStore, ({ restored }) => restored, follow),
    watchLiveUser(follow),
    watch(editStore, ({ draft }) => draft.runs, setQueries),
    watch(editStore, ({ draft }) => draft.asked, setQueries),
    watch(editStore, ({ sending }) => sending !== undefined, setQueries),
  ];
  return () => {
    for (const stop of stops) stop();
    observer.destroy();
  };
}
