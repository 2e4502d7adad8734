/** Reads the batches of a tool: batches of the draft, batches stored in this browser, and running batches of other devices. */
import { QueriesObserver, type QueryObserverOptions, type QueryObserverResult } from '@tanstack/react-query';
import type { BatchItem, BatchOf, BatchResponse } from '#shared/batch/api.ts';
import { profileKey } from '#web/features/auth/get-profile.ts';
import { backOffMs, codeOf, mayRepeat } from '#web/lib/api.ts';
import { queries } from '#web/lib/queries.ts';
import { readSessionState } from '#web/lib/session/session.ts';
import { batchesKey, batchKey, batchQuery, removeCachedLinks } from '../calls/get-batch.ts';
import { latestBatch } from '../calls/latest-batch.ts';
import { listActiveBatches } from '../calls/list-active-batches.ts';
import { joinDurations, measureDurations, readDurations, writeDurations } from '../cards/durations.ts';
import { readLastBatches, writeLastBatches } from '../cards/last-batches.ts';
import { isDelivered, type ShownItem } from '../cards/run.ts';
import { batchesOf, toolOf } from '../cards/tool.ts';
import { type AnyState, liveUserId, type ToolCore, watch, watchLiveUser } from './core.ts';

/** Minimum time between two renewals of the links of a batch, in milliseconds. */
const renewEveryMs = 10_000;

type BatchResult = QueryObserverResult<BatchResponse>;

export type RunActions = {
  /** Requests new links of a batch, because the server refused one of the links. */
  renewLinks(batchId: string): void;
  /** Removes batches from the page. Without ids, removes all batches. The batches stay in the history. */
  hideBatches(batchIds?: readonly string[]): void;
  /** Shows removed batches again. */
  restoreBatches(batchIds: readonly string[]): void;
  /** Searches for batches that another device has started. */
  findOtherBatches(): void;
  /**
   * Starts to read the batches.
   * @returns a function that stops the reads.
   */
  start(): () => void;
};

export function runActions<State extends AnyState, Item extends BatchItem, Extra>({
  definition: { tool },
  store,
  change,
}: ToolCore<State, Item, Extra>): RunActions {
  const userId = () => {
    const session = readSessionState();
    return session.status === 'user' ? session.user.id : undefined;
  };
  let storedIds: readonly string[] = [];
  /** Returns running batches of other devices. If this browser has never shown a batch of the account, also returns the newest batch. */
  let otherIds: readonly string[] = [];
  /** Returns the first batch and all redos of the chains of the loaded batches. */
  let chainIds: readonly string[] = [];
  let isSearching = false;
  let failedSearches = 0;
  const hiddenIds = new Set<string>();
  let shownIds: readonly string[] = [];
  let lastUserId: string | undefined;

  const observer = new QueriesObserver<BatchResult[]>(queries, []);

  const idsToRead = (): string[] => {
    if (!userId() || !store.getState().restored) return [];
    return [...new Set([...storedIds, ...otherIds, ...chainIds, ...store.getState().draft.batchIds])].filter((id) => !hiddenIds.has(id));
  };
  const setQueries = () => {
    shownIds = idsToRead();
    observer.setQueries(shownIds.map((id) => batchQuery(id, liveUserId() !== undefined)) as object[] as QueryObserverOptions[]);
    showResults(observer.getCurrentResult() as BatchResult[]);
  };

  /** Returns the item of each card. An unchanged item stays the same object, so that its card is not rendered again. */
  const shownItems = new WeakMap<BatchItem, ShownItem<Item>>();
  const itemsOf = (batches: readonly BatchOf<Item>[]) => {
    const items = new Map<string, ShownItem<Item>>();
    const results = new Map<string, ShownItem<Item>>();
    for (const { batchId, items: batchItems } of [...batches].sort((one, other) => one.createdAt.localeCompare(other.createdAt)))
      for (const item of batchItems) {
        const shown = shownItems.get(item) ?? { ...item, batchId };
        shownItems.set(item, shown);
        items.set(item.itemId, shown);
        if (isDelivered(item)) results.set(item.itemId, shown);
      }
    return { items, results };
  };

  let endedCount = 0;
  function showResults(results: readonly BatchResult[]): void {
    const responses = results.flatMap(({ data }) => data ?? []);
    const batches = batchesOf<Item>(tool, responses).sort((one, other) => one.createdAt.localeCompare(other.createdAt));
    const previous = store.getState();
    const isUnchanged = batches.length === previous.batches.length && batches.every((batch, index) => batch === previous.batches[index]);
    const loadingRuns = results.some(({ isLoading }) => isLoading);
    const isActive = loadingRuns || batches.some(({ status }) => status === 'running');
    const isRetrying = (isActive && results.some(({ failureCount }) => failureCount > 1)) || (isSearching && failedSearches > 1);
    if (!isUnchanged || loadingRuns !== previous.loadingRuns || isRetrying !== previous.isRetrying)
      store.setState({ loadingRuns, isRetrying, ...(!isUnchanged && { batches, ...itemsOf(batches) }) });
    if (!isUnchanged) addBatches(batches);
    hideOtherBatches(results, responses);
    readChains(batches);
  }

  /** Reads the other batches of each chain, because an order may have made only some of the results again. */
  function readChains(batches: readonly BatchOf<Item>[]): void {
    // On the page Single Image to Video, each version is independent.
    if (tool === 'single-video') return;
    const linkedIds = batches.flatMap(({ rootBatchId, redoBatchIds = [] }) =>
      rootBatchId ? [rootBatchId, ...redoBatchIds] : redoBatchIds,
    );
    const newIds = linkedIds.filter((id) => !shownIds.includes(id) && !hiddenIds.has(id));
    if (newIds.length === 0) return;
    chainIds = [...new Set([...chainIds, ...newIds])];
    setQueries();
  }

  function addBatches(batches: readonly BatchOf<Item>[]): void {
    const { batchIds } = store.getState().draft;
    const loadedIds = new Set(batches.map(({ batchId }) => batchId));
    for (const batch of batches) {
      const { batchId, rootBatchId } = batch;
      // The cards have the order of the first batch of a chain, so this batch is added first.
      const waitsForRoot =
        rootBatchId !== undefined && !loadedIds.has(rootBatchId) && !hiddenIds.has(rootBatchId) && tool !== 'single-video';
      if (!batchIds.includes(batchId) && !waitsForRoot) change({ type: 'batchLoaded', batch });
    }
    storeDurations();
    const newCount = batches.reduce((sum, { counters }) => sum + counters.completed + counters.failed + counters.cancelled, 0);
    // Each ended item changes the balance.
    if (newCount !== endedCount) void queries.invalidateQueries({ queryKey: profileKey });
    endedCount = newCount;
  }

  /** Removes three kinds of batches from the page: batches of other tools, deleted batches, and batches of another account. */
  function hideOtherBatches(results: readonly BatchResult[], responses: readonly BatchResponse[]): void {
    const foreignIds = responses.filter((batch) => toolOf(batch) !== tool).map(({ batchId }) => batchId);
    const missingIds = shownIds.filter((_, index) => results[index]?.isError && codeOf(results[index]?.error) === 'BatchNotFound');
    if (foreignIds.length + missingIds.length === 0) return;
    for (const id of [...foreignIds, ...missingIds]) hiddenIds.add(id);
    if (missingIds.length > 0) change({ type: 'batchesGone', batchIds: missingIds });
    storeShownIds();
    setQueries();
  }

  function storeDurations(): void {
    const knownIds = new Set(store.getState().durations.map(({ id }) => id));
    const newDurations = measureDurations([...store.getState().items.values()]).filter(({ id }) => !knownIds.has(id));
    if (newDurations.length === 0) return;
    // Another browser tab may have stored other durations.
    const durations = joinDurations(readDurations(), newDurations);
    writeDurations(durations);
    store.setState({ durations });
  }

  const storeShownIds = () => {
    const user = userId();
    if (user) writeLastBatches(tool, user, idsToRead());
  };

  /**
   * Searches for batches of other devices. Reads the newest batch only if this browser has never shown a batch of the account. Otherwise,
   * the seller may have removed the newest batch from the page.
   */
  async function findOtherBatches(): Promise<void> {
    const user = liveUserId();
    if (!user || isSearching) return;
    isSearching = true;
    const isNewBrowser = readLastBatches(tool, user) === undefined;
    for (failedSearches = 0; liveUserId() === user; failedSearches++) {
      if (failedSearches > 1) showResults(observer.getCurrentResult() as BatchResult[]);
      try {
        const active = await listActiveBatches(tool);
        const latest = isNewBrowser ? await latestBatch(tool).catch(() => undefined) : undefined;
        if (userId() === user) otherIds = [...(latest ? [latest] : []), ...active];
        break;
      } catch (error) {
        if (!mayRepeat(error)) break;
        await new Promise((resolve) => setTimeout(resolve, backOffMs(failedSearches)));
      }
    }
    isSearching = false;
    setQueries();
  }

  const updateUser = () => {
    const user = userId();
    // Removes the batches of the previous user, so that the next user does not see them.
    if (lastUserId && lastUserId !== user) queries.removeQueries({ queryKey: batchesKey });
    if (lastUserId !== user) {
      otherIds = [];
      chainIds = [];
      hiddenIds.clear();
    }
    lastUserId = user;
    const { restored } = store.getState();
    storedIds = (user && restored && readLastBatches(tool, user)) || [];
    setQueries();
    if (restored) void findOtherBatches();
  };

  let lastBatchIds: readonly string[] = [];
  const updateBatchIds = (batchIds: readonly string[]) => {
    const removedIds = lastBatchIds.filter((id) => !batchIds.includes(id));
    for (const id of batchIds) if (!lastBatchIds.includes(id)) hiddenIds.delete(id);
    // Another browser tab has removed these batches, so this page must forget them. Otherwise, the next response of the server would add
    // their cards again.
    for (const id of removedIds) hiddenIds.add(id);
    lastBatchIds = batchIds;
    setQueries();
    const user = userId();
    if (user && store.getState().restored && batchIds.length + removedIds.length > 0) writeLastBatches(tool, user, batchIds);
  };

  const renewalTimes = new Map<string, number>();
  const subscribeToChanges = () => [
    observer.subscribe((results) => showResults(results as BatchResult[])),
    watch(store, ({ restored }) => restored, updateUser),
    watchLiveUser(updateUser),
    watch(store, ({ draft }) => draft.batchIds, updateBatchIds),
  ];

  return {
    renewLinks(batchId) {
      const now = Date.now();
      if (now - (renewalTimes.get(batchId) ?? 0) < renewEveryMs) return;
      renewalTimes.set(batchId, now);
      removeCachedLinks(batchId);
      void queries.invalidateQueries({ queryKey: batchKey(batchId) });
    },
    hideBatches(batchIds = shownIds) {
      for (const id of batchIds) hiddenIds.add(id);
      storedIds = storedIds.filter((id) => !hiddenIds.has(id));
      storeShownIds();
      setQueries();
    },
    restoreBatches(batchIds) {
      for (const id of batchIds) hiddenIds.delete(id);
      setQueries();
    },
    findOtherBatches: () => void findOtherBatches(),
    start() {
      const stopFunctions = subscribeToChanges();
      return () => {
        for (const stop of stopFunctions) stop();
        observer.destroy();
      };
    },
  };
}
