import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepWaitingOrder, takePaidOrder } from '#web/features/credits/waiting-order.ts';
import { useUser } from '#web/lib/session/session-provider.tsx';
import { useToast } from '#web/ui/toast.tsx';
import type { Card, CardsState } from './cards.ts';
import { useStable } from './use-stable.ts';

type Needs = {
  path: string;
  state: CardsState;
  /** The cards are restored, and the balance is known. */
  ready: boolean;
  send: (cards: Card[]) => void;
};

const toastMs = 6_000;

/**
 * Sends the order that had to wait for credits, once they are there. Only as it was: with its key and all its cards. Whoever has
 * changed it, or ordered it from another tab, orders by hand.
 */
export function useWaitingOrder({ path, state, ready, send }: Needs) {
  const { t } = useTranslation();
  const toast = useToast();
  const userId = useUser()?.id;
  const [asked, setAsked] = useState<readonly string[]>([]);

  const goOn = useStable(() => {
    const order = userId === undefined ? undefined : takePaidOrder(userId, path);
    if (!order || order.orderId !== state.orderId) return;
    const cards = order.cardIds.flatMap((id) => state.cards.find((card) => card.id === id) ?? []);
    if (cards.length < order.cardIds.length) return;
    toast({ message: t('credits.order_goes_on'), durationMs: toastMs });
    send(cards);
  });
  useEffect(() => {
    if (ready) goOn();
  }, [ready, goOn]);

  return {
    /** The cards that are ordered now, in case the balance does not cover them. */
    asked: useStable((cards: readonly Card[]) => setAsked(cards.map(({ id }) => id))),
    /** Remembers the order that the balance did not cover; nothing where there is none to be remembered. */
    keep:
      userId === undefined || asked.length === 0
        ? undefined
        : () => keepWaitingOrder(userId, { path, orderId: state.orderId, cardIds: [...asked] }),
  };
}
