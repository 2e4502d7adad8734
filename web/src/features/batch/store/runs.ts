/** Reads the batches of a tool: batches of the draft, batches stored in this browser, and batches that run on other devices. */
import { QueriesObserver, type QueryObserverOptions, type QueryObserverResult } from '@tanstack/react-query';
import type { BatchItem, BatchOf, BatchResponse } from '#shared/batch/api.ts';
import { profileKey } from '#web/features/auth/get-profile.ts';
import { backOffMs, codeOf, mayRepeat } from '#web/lib/api.ts';
import { queries } from '#web/lib/queries.ts';
import { readSessionState } from '#web/lib/session/session.ts';
import { batchesKey, batchKey, batchQuery, forgetLinks } from '../calls/get-batch.ts';
import { latestBatch } from '../calls/latest-batch.ts';
import { listActiveBatches } from '../calls/list-active-batches.ts';
import { joinMeasured, measured, readMeasured, writeMeasured } from '../cards/durations.ts';
import { readLastBatches, writeLastBatches } from '../cards/last-batches.ts';
import type { ShownItem } from '../cards/run.ts';
import { batchesOf, toolOf } from '../cards/tool.ts';
import { type AnyState, liveUserId, type ToolCore, watch, watchLiveUser } from './core.ts';

/** Minimum time between two renewals of the links of a batch, in milliseconds. */
const renewEveryMs = 10_000;

type Found = QueryObserverResult<BatchResponse>;

export type RunActions = {
  /** Requests new links of a batch, because the server refused one of the links. */
  renew(batchId: string): void;
  /** Removes batches from the page; without ids, removes all batches. The batches stay in the history. */
  putAside(batchIds?: readonly string[]): void;
  /** Shows removed batches again. */
  takeBack(batchIds: readonly string[]): void;
  /** Searches for batches that another device has started. */
  lookElsewhere(): void;
  /** Starts to read the batches. @returns a function that stops the reads. */
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
  let remembered: readonly string[] = [];
  /** Running batches of other devices, and the newest batch if this browser has never shown a batch of the account. */
  let elsewhere: readonly string[] = [];
  let lookingElsewhere = false;
  let failedLooks = 0;
  const aside = new Set<string>();
  let shownIds: readonly string[] = [];
  let readBy: string | undefined;

  const observer = new QueriesObserver<Found[]>(queries, []);

  const idsToRead = (): string[] => {
    if (!userId() || !store.getState().restored) return [];
    return [...new Set([...remembered, ...elsewhere, ...store.getState().draft.batchIds])].filter((id) => !aside.has(id));
  };
  const setQueries = () => {
    shownIds = idsToRead();
    observer.setQueries(shownIds.map((id) => batchQuery(id, liveUserId() !== undefined)) as object[] as QueryObserverOptions[]);
    show(observer.getCurrentResult() as Found[]);
  };

  /** The shown items of the cards. An unchanged item keeps its identity, so that its card is not rendered again. */
  const shownItems = new WeakMap<BatchItem, ShownItem<Item>>();
  const itemsOf = (batches: readonly BatchOf<Item>[]): ReadonlyMap<string, ShownItem<Item>> => {
    const items = new Map<string, ShownItem<Item>>();
    for (const { batchId, items: own } of [...batches].sort((one, other) => one.createdAt.localeCompare(other.createdAt)))
      for (const item of own) {
        const shown = shownItems.get(item) ?? { ...item, batchId };
        shownItems.set(item, shown);
        items.set(item.itemId, shown);
      }
    return items;
  };

  let ended = 0;
  function show(results: readonly Found[]): void {
    const all = results.flatMap(({ data }) => data ?? []);
    const batches = batchesOf<Item>(tool, all);
    const before = store.getState();
    const same = batches.length === before.batches.length && batches.every((batch, index) => batch === before.batches[index]);
    const loadingRuns = results.some(({ isLoading }) => isLoading);
    const isActive = loadingRuns || batches.some(({ status }) => status === 'running');
    const struggling = (isActive && results.some(({ failureCount }) => failureCount > 1)) || (lookingElsewhere && failedLooks > 1);
    if (!same || loadingRuns !== before.loadingRuns || struggling !== before.struggling)
      store.setState({ loadingRuns, struggling, ...(!same && { batches, items: itemsOf(batches) }) });
    if (!same) tellBatches(batches);
    forgetOthers(results, all);
  }

  function tellBatches(batches: readonly BatchOf<Item>[]): void {
    const { batchIds } = store.getState().draft;
    for (const batch of batches) if (!batchIds.includes(batch.batchId)) change({ type: 'batchSeen', batch });
    keepDurations();
    const now = batches.reduce((sum, { counters }) => sum + counters.completed + counters.failed + counters.cancelled, 0);
    // Each ended item changes the balance.
    if (now !== ended) void queries.invalidateQueries({ queryKey: profileKey });
    ended = now;
  }

  /** Removes batches of other tools from the page, and batches that were deleted or belong to another account. */
  function forgetOthers(results: readonly Found[], all: readonly BatchResponse[]): void {
    const others = all.filter((batch) => toolOf(batch) !== tool).map(({ batchId }) => batchId);
    const gone = shownIds.filter((_, index) => results[index]?.isError && codeOf(results[index]?.error) === 'BatchNotFound');
    if (others.length + gone.length === 0) return;
    for (const id of [...others, ...gone]) aside.add(id);
    if (gone.length > 0) change({ type: 'batchesGone', batchIds: gone });
    rememberShown();
    setQueries();
  }

  function keepDurations(): void {
    const known = new Set(store.getState().remembered.map(({ id }) => id));
    const fresh = measured([...store.getState().items.values()]).filter(({ id }) => !known.has(id));
    if (fresh.length === 0) return;
    // Another tab can have stored other durations.
    const joined = joinMeasured(readMeasured(), fresh);
    writeMeasured(joined);
    store.setState({ remembered: joined });
  }

  const rememberShown = () => {
    const user = userId();
    if (user) writeLastBatches(tool, user, idsToRead());
  };

  /** Searches for batches of other devices. The newest batch is only read in a new browser, so that a removed batch does not return. */
  async function lookElsewhere(): Promise<void> {
    const user = liveUserId();
    if (!user || lookingElsewhere) return;
    lookingElsewhere = true;
    const isNewHere = readLastBatches(tool, user) === undefined;
    for (failedLooks = 0; liveUserId() === user; failedLooks++) {
      if (failedLooks > 1) show(observer.getCurrentResult() as Found[]);
      try {
        const active = await listActiveBatches(tool);
        const latest = isNewHere ? await latestBatch(tool).catch(() => undefined) : undefined;
        if (userId() === user) elsewhere = [...(latest ? [latest] : []), ...active];
        break;
      } catch (error) {
        if (!mayRepeat(error)) break;
        await new Promise((resolve) => setTimeout(resolve, backOffMs(failedLooks)));
      }
    }
    lookingElsewhere = false;
    setQueries();
  }

  const follow = () => {
    const user = userId();
    // Removes the batches of the previous user, so that the next user does not see these batches.
    if (readBy && readBy !== user) queries.removeQueries({ queryKey: batchesKey });
    if (readBy !== user) {
      elsewhere = [];
      aside.clear();
    }
    readBy = user;
    const { restored } = store.getState();
    remembered = (user && restored && readLastBatches(tool, user)) || [];
    setQueries();
    if (restored) void lookElsewhere();
  };

  const renewedAt = new Map<string, number>();
  const watchAll = () => [
    observer.subscribe((results) => show(results as Found[])),
    watch(store, ({ restored }) => restored, follow),
    watchLiveUser(follow),
    watch(
      store,
      ({ draft }) => draft.batchIds,
      (batchIds) => {
        setQueries();
        const user = userId();
        if (user && store.getState().restored && batchIds.length > 0) writeLastBatches(tool, user, batchIds);
      },
    ),
  ];

  return {
    renew(batchId) {
      const now = Date.now();
      if (now - (renewedAt.get(batchId) ?? 0) < renewEveryMs) return;
      renewedAt.set(batchId, now);
      forgetLinks(batchId);
      void queries.invalidateQueries({ queryKey: batchKey(batchId) });
    },
    putAside(batchIds = shownIds) {
      for (const id of batchIds) aside.add(id);
      remembered = remembered.filter((id) => !aside.has(id));
      rememberShown();
      setQueries();
    },
    takeBack(batchIds) {
      for (const id of batchIds) aside.delete(id);
      setQueries();
    },
    lookElsewhere: () => void lookElsewhere(),
    start() {
      const stops = watchAll();
      return () => {
        for (const stop of stops) stop();
        observer.destroy();
      };
    },
  };
}
