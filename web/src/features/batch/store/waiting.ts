/**
 * An order that waits for a payment. The page stores it before the top-up. It sends the order later, if the cards and the order id still
 * exist.
 */
import type { BatchItem } from '#shared/batch/api.ts';
import { storeWaitingOrder, takePaidOrder } from '#web/features/credits/waiting-order.ts';
import { t } from '#web/lib/i18n/t.ts';
import { showToast } from '#web/ui/toast-store.ts';
import { type AnyState, type CardIn, liveUserId, type ToolCore } from './core.ts';

const toastMs = 6_000;

export function waitingOrderActions<State extends AnyState, Item extends BatchItem, Extra>(
  { definition: { path }, store }: ToolCore<State, Item, Extra>,
  order: (cards: readonly CardIn<State>[]) => void,
) {
  return {
    /** Stores an order that the balance does not cover. */
    keepOrder(): void {
      const userId = liveUserId();
      const { idsToOrder, draft } = store.getState();
      if (userId && idsToOrder.length > 0) storeWaitingOrder(userId, { path, orderId: draft.orderId, cardIds: [...idsToOrder] });
    },
    /** Sends the stored order if its payment has arrived. Call this function after the cards are restored and the balance is known. */
    sendPaidOrder(): void {
      const userId = liveUserId();
      const waitingOrder = userId === undefined ? undefined : takePaidOrder(userId, path);
      const { cards, orderId } = store.getState().draft;
      if (!waitingOrder || waitingOrder.orderId !== orderId) return;
      const cardsToOrder = waitingOrder.cardIds.flatMap((id) => cards.find((card) => card.id === id) ?? []);
      if (cardsToOrder.length < waitingOrder.cardIds.length) return;
      showToast({ message: t('credits.order_goes_on'), durationMs: toastMs });
      order(cardsToOrder);
    },
  };
}
