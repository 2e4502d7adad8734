/** Reads the batches of the page until they have ended, and finds an order whose response was lost. */
import { QueriesObserver, type QueryObserverOptions, type QueryObserverResult } from '@tanstack/react-query';
import type { BatchResponse, EditBatchResponse } from '#shared/batch/api.ts';
import { batchesKey, batchKey, batchQuery, getBatch, removeCachedLinks } from '#web/features/batch/calls/get-batch.ts';
import { readBalanceAgain } from '#web/features/batch/store/balance.ts';
import { liveUserId, watch, watchLiveUser } from '#web/features/batch/store/core.ts';
import { codeOf } from '#web/lib/api.ts';
import { t } from '#web/lib/i18n/t.ts';
import { queries } from '#web/lib/queries.ts';
import { announceRunEnd } from '#web/lib/run-end.ts';
import { readSessionState } from '#web/lib/session/session.ts';
import { listActiveEdits } from '../calls/list-active-edits.ts';
import { change, editStore, getDraft, type ShownEdit } from './core.ts';
import { endedCount, itemsOf, progressOf } from './selectors.ts';

/** Minimum time between two renewals of the links of a batch. */
const renewEveryMs = 10_000;

type BatchResult = QueryObserverResult<BatchResponse>;

const userId = (): string | undefined => {
  const session = readSessionState();
  return session.status === 'user' ? session.user.id : undefined;
};
const isEdit = (batch: BatchResponse): batch is EditBatchResponse => batch.kind === 'edit';

let readIds: readonly string[] = [];
let batchesUserId: string | undefined;
let lastEndedCount = 0;
const shownItems = new WeakMap<object, ShownEdit>();
const renewedAt = new Map<string, number>();

/**
 * Returns the ids of the batches to read. The result does not contain an order that is being sent, because its batch does not exist yet.
 */
function idsToRead(): string[] {
  const { draft, restored, sending } = editStore.getState();
  if (!userId() || !restored) return [];
  const sentOrderIds = draft.sentOrder && !sending ? [draft.sentOrder.id] : [];
  return [...new Set([...draft.runs.map(({ id }) => id), ...sentOrderIds])];
}

/** If the response to the last order was lost, decides whether the order has arrived. */
function resolveSentOrder(batches: readonly EditBatchResponse[], missingIds: readonly string[]): void {
  const { sentOrder } = getDraft();
  if (!sentOrder) return;
  if (batches.some(({ batchId }) => batchId === sentOrder.id)) {
    change({ type: 'started', run: sentOrder, nextId: crypto.randomUUID() });
    editStore.setState({ failure: undefined });
  } else if (missingIds.includes(sentOrder.id)) change({ type: 'notArrived' });
}

function announceEnd(): void {
  const { ready, failed, cancelled, total } = progressOf(editStore.getState());
  if (total > 0) announceRunEnd(t('photo_edit.finished', { ready, failed: failed + cancelled }));
}

function update(results: readonly BatchResult[]): void {
  const batches = results.flatMap(({ data }) => (data && isEdit(data) ? [data] : []));
  const previous = editStore.getState();
  const loadingRuns = results.some(({ isLoading }) => isLoading);
  const isSame = batches.length === previous.batches.length && batches.every((batch, index) => batch === previous.batches[index]);
  const isActive = (some: readonly EditBatchResponse[]) => some.some(({ status }) => status === 'running');
  const isRetrying = (loadingRuns || isActive(batches)) && results.some(({ failureCount }) => failureCount > 1);
  if (!isSame || loadingRuns !== previous.loadingRuns || isRetrying !== previous.isRetrying)
    editStore.setState({ loadingRuns, isRetrying, ...(!isSame && { batches, ...itemsOf(batches, shownItems) }) });
  const missingIds = readIds.filter((_, index) => results[index]?.isError && codeOf(results[index].error) === 'BatchNotFound');
  resolveSentOrder(batches, missingIds);
  if (missingIds.length > 0) change({ type: 'batchesGone', ids: missingIds });
  // Each ended item has changed the balance.
  const count = endedCount(batches);
  if (count !== lastEndedCount) readBalanceAgain();
  lastEndedCount = count;
  if (isActive(previous.batches) && !isActive(batches) && !loadingRuns) announceEnd();
}

/** Shows a running batch of another device on an empty page. */
async function findRunningBatch(): Promise<void> {
  const user = liveUserId();
  const isEmpty = () => liveUserId() === user && editStore.getState().restored && getDraft().photos.length === 0;
  if (!user || !isEmpty()) return;
  const [batchId] = await listActiveEdits().catch(() => []);
  if (batchId === undefined || !isEmpty()) return;
  await showBatch(batchId).catch(() => undefined);
}

/**
 * Reads a batch and adds it to the page.
 * @throws ApiError
 */
export async function showBatch(batchId: string): Promise<void> {
  const batch = await queries.fetchQuery({ queryKey: batchKey(batchId), queryFn: ({ signal }) => getBatch(batchId, signal) });
  if (isEdit(batch)) change({ type: 'batchFound', batch });
}

/**
 * Requests new links, because the storage has rejected a link.
 * @returns false if the links are already new. Then the file no longer exists.
 */
export function renewLinks(batchId: string): boolean {
  const now = Date.now();
  if (now - (renewedAt.get(batchId) ?? 0) < renewEveryMs) return false;
  renewedAt.set(batchId, now);
  removeCachedLinks(batchId);
  void queries.invalidateQueries({ queryKey: batchKey(batchId) });
  return true;
}

/**
 * Starts the reads of batches.
 * @returns a function that stops the reads.
 */
export function followRuns(): () => void {
  const observer = new QueriesObserver<BatchResult[]>(queries, []);
  const setQueries = () => {
    readIds = idsToRead();
    observer.setQueries(readIds.map((id) => batchQuery(id, liveUserId() !== undefined)) as object[] as QueryObserverOptions[]);
    update(observer.getCurrentResult() as BatchResult[]);
  };
  const updateUser = () => {
    const user = userId();
    // The batches of the previous user are removed, so that the next user does not see them.
    if (batchesUserId && batchesUserId !== user) queries.removeQueries({ queryKey: batchesKey });
    batchesUserId = user;
    setQueries();
    void findRunningBatch();
  };
  const stops = [
    observer.subscribe((results) => update(results as BatchResult[])),
    watch(editStore, ({ restored }) => restored, updateUser),
    watchLiveUser(updateUser),
    watch(editStore, ({ draft }) => draft.runs, setQueries),
    watch(editStore, ({ draft }) => draft.sentOrder, setQueries),
    watch(editStore, ({ sending }) => sending !== undefined, setQueries),
  ];
  return () => {
    for (const stop of stops) stop();
    observer.destroy();
  };
}
