/** Places the orders of the page "Single Image to Video": a new version, or a repeated version. */
import { hasFailed } from '#web/features/batch/cards/run.ts';
import { isLocked, liveUserId } from '#web/features/batch/store/core.ts';
import type { OrderOptions } from '#web/features/batch/store/ordering.ts';
import type { Card } from '../cards.ts';
import type { ShownVideo } from '../run.ts';
import { cardOfSingle } from '../single.ts';
import { openTab } from '../single-actions.ts';
import { singleVideo } from '../single-tool.ts';
import { cardOfVersion, isDelivered } from './selectors.ts';
import { newVersion, singleView } from './single-view.ts';

const { store } = singleVideo;

function send(card: Card, target: string, options: OrderOptions): void {
  if (isLocked(store.getState())) return;
  singleView.setState({ target, orderedCard: card, shownId: target === newVersion ? undefined : target });
  singleVideo.order([card], options);
  if (store.getState().shortfall) return;
  openTab('results');
  singleView.setState(({ orderCount }) => ({ orderCount: orderCount + 1 }));
}

/** Orders a new version with the settings of the card. A visitor must sign in first. */
export function orderNewVersion(): void {
  if (liveUserId()) send(cardOfSingle(store.getState().draft), newVersion, { retryOf: undefined });
  else singleVideo.signInFirst();
}

/** Stops the order that is being sent. If no order is being sent, cancels the running videos. */
export const stopRun = (): void => (store.getState().sending ? singleVideo.stopSending() : singleVideo.cancelAll());

/** Returns a card with the settings and the photo of a version. */
function cardToRepeat(item: ShownVideo): Card {
  const card = cardOfVersion(store.getState().draft, item);
  const { photo } = card;
  // All items of this page have the same id, but their photos can be different. So the id of the photo contains the id of the batch.
  return photo && !photo.file ? { ...card, photo: { ...photo, id: `item:${item.batchId}` } } : card;
}

/** Orders a version again with the same settings. The new version replaces the old version, unless the old version was delivered. */
export function repeatVersion(item: ShownVideo): void {
  const { batchId } = item;
  // The server can retry only a batch that has ended. A batch ends a few seconds after its video.
  const hasEnded = store.getState().batches.some((batch) => batch.batchId === batchId && batch.status !== 'running');
  if (isDelivered(item)) send(cardToRepeat(item), newVersion, { retryOf: undefined });
  else send(cardToRepeat(item), batchId, { replaces: batchId, retryOf: hasFailed(item) && hasEnded ? batchId : undefined });
}

/**
 * Orders the changed form after a refusal. With the same photo, the new version replaces the refused version. With another photo,
 * orders a new version of that photo.
 */
export function repeatWithForm(item: ShownVideo): void {
  const { draft } = store.getState();
  const card = cardOfSingle(draft);
  const { batchId } = item;
  if (card.photo?.id === cardOfVersion(draft, item).photo?.id) send(card, batchId, { replaces: batchId, retryOf: undefined });
  else orderNewVersion();
}

/**
 * Whether an order can wait for a payment. An order that repeats a version cannot wait, because the card does not contain the settings of
 * that version.
 */
export const canWaitForPayment = (target: string): boolean => target === newVersion;
