/** Orders the cards: uploads their photos, then sends the order. A retry by the server needs no photos. */
import type { BatchItem, BatchResponse, CreateBatchResponse } from '#shared/batch/api.ts';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { centsFromDollars } from '#shared/money.ts';
import { ApiError, codeOf } from '#web/lib/api.ts';
import { serverNow } from '#web/lib/clock.ts';
import { queries } from '#web/lib/queries.ts';
import { closeToastOnUserAction } from '#web/ui/toast-store.ts';
import { createBatch } from '../calls/create-batch.ts';
import { createOrder } from '../calls/create-order.ts';
import { doneMail } from '../calls/done-mail.ts';
import { batchKey, getBatch } from '../calls/get-batch.ts';
import { retryBatch } from '../calls/retry-batch.ts';
import { batchIdsOf, isDefiniteRefusal, orderIdOf } from '../cards/order-id.ts';
import { batchToRetry, parentOf } from '../cards/retry.ts';
import { withFreshPhotos } from '../cards/run.ts';
import { batchesOf } from '../cards/tool.ts';
import { availableBalance, readBalanceAgain } from './balance.ts';
import { type AnyState, type CardIn, isLocked, type OrderFailure, type ToolCore } from './core.ts';
import { openTabs, type StartedBatch, type Tabs } from './tabs.ts';

const newOrderId = () => crypto.randomUUID();
const centsOrDefault = (value: unknown, defaultCents: number): number =>
  typeof value === 'number' ? centsFromDollars(value) : defaultCents;
const networkCodes: readonly OrderFailure['code'][] = ['Offline', 'Unreachable'];

/** Rejects as soon as `signal` aborts. The work itself continues. */
const raceWithAbort = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  Promise.race([work, new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))]);

export type OrderOptions = {
  /** The batch whose result is replaced. Only the page Single Image to Video uses this. */
  replaces?: string | undefined;
  /** The batch that the server can retry, so that the request needs no data of the cards. */
  retryOf?: string | undefined;
};

export function orderActions<State extends AnyState, Item extends BatchItem, Extra>(core: ToolCore<State, Item, Extra>) {
  const { definition, store, uploads, change } = core;
  const { tool, orderRules } = definition;
  type Card = CardIn<State>;
  let abortController = new AbortController();

  /** Shows a batch that another browser tab started, or that a call with a lost response started. */
  async function showBatch(batchId: string): Promise<void> {
    const batch = await queries.fetchQuery({ queryKey: batchKey(batchId), queryFn: ({ signal }) => getBatch(batchId, signal) });
    for (const toolBatch of batchesOf<Item>(tool, [batch])) change({ type: 'batchLoaded', batch: toolBatch });
  }

  let tabs: Tabs | undefined;
  const onStarted = (started: StartedBatch) => {
    readBalanceAgain();
    if (started.tool !== tool) return;
    const { batchId, orderId } = started;
    // Until the page shows this batch, another click in this browser tab must use the same id, because the click would send the same order.
    showBatch(batchId).then(
      () => change({ type: 'batchStartedElsewhere', batchId, orderId }),
      () => undefined,
    );
  };

  const dropNetworkFailure = () => {
    const { failure } = store.getState();
    if (failure && networkCodes.includes(failure.code)) store.setState({ failure: undefined });
  };

  async function uploadAll(cards: readonly Card[], onFailed: (title: string) => void): Promise<Map<string, string>> {
    const keys = await Promise.all(
      cards.map(async ({ id, photo }): Promise<[string, string][]> => {
        if (!photo) return [];
        const key = await uploads.ensure(photo).catch((error: unknown) => {
          onFailed(photo.title);
          throw error;
        });
        return [[id, key]];
      }),
    );
    return new Map(keys.flat());
  }

  /** Shows a batch with the data of the order until the first response about the real batch arrives. */
  const showAccepted = (accepted: CreateBatchResponse, cards: readonly Card[]) => {
    if (accepted.status !== 'running') return;
    queries.setQueryData(
      batchKey(accepted.batchId),
      (cached: BatchResponse | undefined) => cached ?? orderRules.buildAcceptedBatch(accepted, cards, new Date(serverNow()).toISOString()),
    );
  };

  async function send(
    orderId: string,
    cards: readonly Card[],
    keys: ReadonlyMap<string, string>,
    parentBatchId: string | undefined,
  ): Promise<void> {
    const parts = Array.from({ length: Math.ceil(cards.length / itemsPerBatchMax) }, (_, part) =>
      cards.slice(part * itemsPerBatchMax, (part + 1) * itemsPerBatchMax),
    );
    const requests = parts.map((part, index) => orderRules.buildOrder(batchIdsOf(orderId, parts.length)[index]!, part, keys));
    const [firstRequest, ...otherRequests] = requests;
    if (!firstRequest) return;
    const accepted =
      otherRequests.length === 0
        ? [await createBatch({ ...firstRequest, ...(parentBatchId !== undefined && { parentBatchId }), ...doneMail() })]
        : (await createOrder({ orderId, batches: requests, ...doneMail() })).batches;
    for (const [index, batch] of accepted.entries()) showAccepted(batch, parts[index] ?? []);
  }

  function showFailure(error: unknown, cards: readonly Card[], title: string | undefined): void {
    const code = codeOf(error);
    // The uploads have expired in the storage, so the next order uploads the photos again.
    if (code === 'UploadNotFound') uploads.restart();
    if (code === 'Unauthorized') return;
    const details = error instanceof ApiError ? error.details : undefined;
    if (code === 'InsufficientCredits') {
      const need = centsOrDefault(details?.need, orderRules.quote(cards));
      store.setState({ shortfall: { need, have: centsOrDefault(details?.have, availableBalance() ?? 0) } });
      return;
    }
    if (!(error instanceof ApiError)) console.error('the batch could not be started', error);
    store.setState({ failure: { code, ...(title !== undefined && { title }), ...(details && { details }) } });
  }

  async function order(cards: readonly Card[], { retryOf, replaces = retryOf }: OrderOptions): Promise<void> {
    if (!navigator.onLine) return store.setState({ failure: { code: 'Offline' } });
    const orderId = orderIdOf(store.getState().draft, newOrderId);
    const cardIds = new Set(cards.map((card) => card.id));
    const { items, batches } = store.getState();
    // On the page Single Image to Video, each version is an independent batch.
    const parentBatchId = tool === 'single-video' ? undefined : parentOf(cards, items, batches);
    abortController = new AbortController();
    const { signal } = abortController;
    let failedTitle: string | undefined;
    let isSent = false;
    store.setState({ failure: undefined, sending: { cardIds, phase: retryOf ? 'sending-order' : 'uploading' } });
    try {
      const keys = retryOf
        ? new Map<string, string>()
        : await raceWithAbort(
            uploadAll(cards, (photoTitle) => (failedTitle ??= photoTitle)),
            signal,
          );
      store.setState({ sending: { cardIds, phase: 'sending-order' } });
      isSent = true;
      if (retryOf) showAccepted(await retryBatch(retryOf, { batchId: orderId }), cards);
      else await send(orderId, cards, keys, parentBatchId);
      const nextOrderId = newOrderId();
      for (const [part, batchId] of batchIdsOf(orderId, retryOf ? 1 : Math.ceil(cards.length / itemsPerBatchMax)).entries()) {
        const batchCards = cards.slice(part * itemsPerBatchMax, (part + 1) * itemsPerBatchMax);
        change({ type: 'batchStarted', batchId, ordered: batchCards, orderId: nextOrderId, ...(replaces !== undefined && { replaces }) });
        tabs?.announceBatch({ tool, batchId, orderId: nextOrderId });
      }
      store.setState(({ redoIds }) => ({
        selection: { ids: new Set(), anchor: undefined },
        redoIds: new Set([...redoIds].filter((id) => !cardIds.has(id))),
      }));
    } catch (error) {
      if (signal.aborted) return;
      // This id is already used, by another browser tab or by a call whose response was lost. So the page shows that batch. The seller pays
      // only once.
      if (codeOf(error) === 'BatchIdReused')
        return await showBatch(orderId).catch(() => store.setState({ failure: { code: 'BatchIdReused' } }));
      if (isSent && isDefiniteRefusal(error)) change({ type: 'orderRefused', batchId: orderId, orderId: newOrderId() });
      showFailure(error, cards, failedTitle);
    } finally {
      store.setState({ sending: undefined });
      readBalanceAgain();
    }
  }

  return {
    /** Orders the cards. If the balance is too low, shows the missing credits instead. */
    order(cards: readonly Card[], options: OrderOptions = {}): void {
      const state = store.getState();
      if (cards.length === 0 || isLocked(state)) return;
      closeToastOnUserAction();
      store.setState({ idsToOrder: cards.map(({ id }) => id), choices: undefined });
      const need = orderRules.quote(cards);
      const have = availableBalance();
      if (have !== undefined && have < need) {
        store.setState({ shortfall: { need, have } });
        return;
      }
      const { draft, items, batches } = state;
      const retryOf = 'retryOf' in options ? options.retryOf : batchToRetry(cards, draft.sent, items, batches);
      // With `retryOf`, the cards already have new links. They must not be replaced here, because on the page Single Image to Video, all
      // items have the same id.
      void order('retryOf' in options ? cards : withFreshPhotos(cards, items), { ...options, retryOf });
    },
    /** Stops an order whose photos are still being uploaded. */
    stopSending: () => abortController.abort(),
    dismissFailure: () => store.setState({ failure: undefined }),
    dismissShortfall: () => store.setState({ shortfall: undefined }),
    start(): () => void {
      tabs = openTabs(onStarted);
      window.addEventListener('online', dropNetworkFailure);
      return () => {
        tabs?.stop();
        window.removeEventListener('online', dropNetworkFailure);
      };
    },
  };
}
