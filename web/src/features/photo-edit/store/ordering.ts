/** Places an order of photo edits: uploads the photos first, and then sends the order. */
import type { CreateBatchResponse, EditBatchItem, EditBatchResponse } from '#shared/batch/api.ts';
import { countersOf } from '#shared/batch/batch.ts';
import { centsFromDollars, dollarsFromCents } from '#shared/money.ts';
import { editCost } from '#shared/photo-edit/batch.ts';
import type { PhotoEditSettings } from '#shared/photo-edit/settings.ts';
import { paths } from '#web/app/paths.ts';
import { cancelBatch } from '#web/features/batch/calls/cancel-batch.ts';
import { createBatch } from '#web/features/batch/calls/create-batch.ts';
import { batchKey } from '#web/features/batch/calls/get-batch.ts';
import { retryBatch } from '#web/features/batch/calls/retry-batch.ts';
import { isDefiniteRefusal } from '#web/features/batch/cards/order-id.ts';
import { availableBalance, readBalanceAgain } from '#web/features/batch/store/balance.ts';
import { liveUserId } from '#web/features/batch/store/core.ts';
import { storeWaitingOrder, takePaidOrder } from '#web/features/credits/waiting-order.ts';
import { ApiError, codeOf } from '#web/lib/api.ts';
import { serverNow } from '#web/lib/clock.ts';
import { t } from '#web/lib/i18n/t.ts';
import { queries } from '#web/lib/queries.ts';
import { showToast } from '#web/ui/toast-store.ts';
import { change, editStore, editUploads, getDraft } from './core.ts';
import type { EditPhoto } from './draft.ts';
import { showBatch } from './runs.ts';
import { batchToRetry, guidanceIdOf, isLocked, parsedChoicesOf, priceOfEdits, waitingItems } from './selectors.ts';

const toastMs = 6_000;
const { getState, setState } = editStore;
const centsOr = (value: unknown, fallbackCents: number): number => (typeof value === 'number' ? centsFromDollars(value) : fallbackCents);

type Order = { photos: readonly EditPhoto[]; settings: PhotoEditSettings; retryOf: string | undefined; save: () => Promise<void> };

/** Shows an accepted batch as queued until the first response about it arrives. */
function showAccepted({ batchId, status }: CreateBatchResponse, { photos, settings }: Order): void {
  if (status !== 'running') return;
  const items = photos.map(
    ({ id, photo }, index): EditBatchItem => ({
      itemId: id,
      title: photo.title,
      prompt: settings.backgroundPrompt,
      aspectRatio: settings.outputSize,
      model: settings.apiMode,
      status: 'queued',
      queuePosition: index + 1,
      retryCount: 0,
      cost: dollarsFromCents(editCost(settings)),
      charged: 0,
    }),
  );
  const createdAt = new Date(serverNow()).toISOString();
  const batch: EditBatchResponse = { batchId, kind: 'edit', status, createdAt, counters: countersOf(items), settings, items };
  queries.setQueryData(batchKey(batchId), (known: EditBatchResponse | undefined) => known ?? batch);
}

/** @returns the keys of the photos. If the settings need the guiding picture, also returns its key. */
async function upload({ photos, settings }: Order) {
  const { guidance } = getDraft();
  const neededGuidance = guidanceIdOf(settings, guidance) === undefined ? undefined : guidance;
  const [guidanceKey, ...keys] = await Promise.all([
    neededGuidance && editUploads.ensure(neededGuidance),
    ...photos.map(({ photo }) => editUploads.ensure(photo)),
  ]);
  return { guidanceKey, items: photos.map(({ id, photo }, index) => ({ itemId: id, uploadKey: keys[index]!, title: photo.title })) };
}

async function send(order: Order): Promise<void> {
  const { settings, retryOf, save } = order;
  const uploaded = retryOf === undefined ? await upload(order) : undefined;
  const { orderId, guidance } = getDraft();
  setState({ sending: { ids: new Set(order.photos.map(({ id }) => id)), phase: 'sending-order' } });
  change({ type: 'orderSent', guidanceId: guidanceIdOf(settings, guidance) });
  // The draft contains the order id and is saved before the call. If the user closes the page during the call, the page can find the order
  // later.
  await save();
  const accepted = uploaded
    ? await createBatch({
        batchId: orderId,
        kind: 'edit',
        settings,
        items: uploaded.items,
        ...(uploaded.guidanceKey !== undefined && { guidanceKey: uploaded.guidanceKey }),
      })
    : await retryBatch(String(retryOf), { batchId: orderId });
  showAccepted(accepted, order);
  const orderedIds = new Set(order.photos.map(({ id }) => id));
  setState(({ redoIds }) => ({ redoIds: new Set([...redoIds].filter((id) => !orderedIds.has(id))) }));
  const { sentOrder } = getDraft();
  if (sentOrder?.id === orderId) change({ type: 'started', run: sentOrder, nextId: crypto.randomUUID() });
}

async function showFailure(error: unknown, { settings, photos }: Order): Promise<void> {
  const code = codeOf(error);
  const { orderId, sentOrder } = getDraft();
  // This id is already used: by another browser tab, or by a call whose response was lost. So the page shows that batch, and nothing is
  // charged twice.
  if (code === 'BatchIdReused') {
    await showBatch(orderId).then(
      () => change({ type: 'refused', nextId: crypto.randomUUID() }),
      () => setState({ failure: code }),
    );
    return;
  }
  if (sentOrder && isDefiniteRefusal(error)) change({ type: 'refused', nextId: crypto.randomUUID() });
  // The uploaded files were deleted because of their age, so the next order uploads the photos again.
  if (code === 'UploadNotFound') editUploads.restart();
  if (code === 'Unauthorized') return;
  if (code === 'InsufficientCredits') {
    const { need, have } = error instanceof ApiError ? error.details : {};
    setState({
      shortfall: { need: centsOr(need, priceOfEdits(settings, photos.length)), have: centsOr(have, availableBalance() ?? 0) },
    });
    return;
  }
  if (!(error instanceof ApiError)) console.error('the edits could not be ordered', error);
  setState({ failure: code });
}

async function placeOrder(order: Order): Promise<void> {
  if (!navigator.onLine) return setState({ failure: 'Offline' });
  const ids = new Set(order.photos.map(({ id }) => id));
  setState({ failure: undefined, sending: { ids, phase: order.retryOf === undefined ? 'uploading' : 'sending-order' } });
  try {
    await send(order);
  } catch (error) {
    await showFailure(error, order);
  } finally {
    setState({ sending: undefined });
    // The stored draft may still contain a refused order. The draft is saved now, so that a reload does not read this order.
    void order.save();
    readBalanceAgain();
  }
}

/**
 * Orders the photos. If the balance is too low, asks the seller to buy credits.
 * @param save stores the draft, so that the page can find the order if the response is lost.
 * @param repeatedSettings the settings of an earlier edit. Without them, the order has the chosen settings.
 */
export function orderEdits(ids: readonly string[], save: () => Promise<void>, repeatedSettings?: PhotoEditSettings): void {
  const state = getState();
  const { settings, faults } = repeatedSettings ? { settings: repeatedSettings, faults: [] } : parsedChoicesOf(state);
  const photos = state.draft.photos.filter(({ id }) => ids.includes(id));
  if (photos.length === 0 || faults.length > 0 || isLocked(state)) return;
  // After a payment, the page sends the waiting order with the chosen settings. So an order with other settings does not wait.
  setState({ idsToOrder: repeatedSettings ? [] : photos.map(({ id }) => id) });
  const need = priceOfEdits(settings, photos.length);
  const have = availableBalance();
  if (have !== undefined && have < need) {
    setState({ shortfall: { need, have } });
    return;
  }
  const retryOf = batchToRetry(
    state,
    photos.map(({ id }) => id),
    settings,
  );
  void placeOrder({ photos, settings, retryOf, save });
}

/** If the balance does not cover an order, stores the order until the seller has bought credits. */
export function keepUnpaidOrder(): void {
  const userId = liveUserId();
  const { idsToOrder, draft } = getState();
  if (userId && idsToOrder.length > 0)
    storeWaitingOrder(userId, { path: paths.photoEdit, orderId: draft.orderId, cardIds: [...idsToOrder] });
}

/** Sends the stored order if its payment has arrived. Call this function after the draft is restored and the balance is known. */
export function sendPaidOrder(save: () => Promise<void>): void {
  const userId = liveUserId();
  const paidOrder = userId === undefined ? undefined : takePaidOrder(userId, paths.photoEdit);
  const { photos, orderId } = getDraft();
  if (!paidOrder || paidOrder.orderId !== orderId) return;
  if (!paidOrder.cardIds.every((id) => photos.some((one) => one.id === id))) return;
  showToast({ message: t('credits.order_goes_on'), durationMs: toastMs });
  orderEdits(paidOrder.cardIds, save);
}

/** Cancels the waiting edits. An edit that has started takes only seconds, so it continues. */
export async function cancelWaiting(): Promise<void> {
  setState({ cancelling: true });
  const outcomes = await Promise.allSettled(
    waitingItems(getState()).map(async ({ batchId, itemIds }) => {
      const batch = await cancelBatch(batchId, { itemIds });
      // A read that started earlier must not overwrite the batch from the response to the cancellation.
      await queries.cancelQueries({ queryKey: batchKey(batchId) });
      queries.setQueryData(batchKey(batchId), batch);
    }),
  );
  setState({ cancelling: false });
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  // `NothingToCancel` means that the edits of these photos have started in the meantime.
  if (!failed || ['NothingToCancel', 'Unauthorized'].includes(codeOf(failed.reason))) return;
  showToast({
    message: t('batch.cancel_failed'),
    durationMs: toastMs,
    action: { label: t('common.try_again'), run: () => void cancelWaiting() },
  });
}

/** Marks a result to order its edit again later, or removes the mark. */
export const markRedo = (id: string, isMarked: boolean): void =>
  setState(({ redoIds }) => ({ redoIds: new Set([...redoIds].filter((one) => one !== id).concat(isMarked ? id : [])) }));

export const dismissFailure = (): void => setState({ failure: undefined });
export const dismissShortfall = (): void => setState({ shortfall: undefined });
