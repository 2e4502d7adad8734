import { lazy, Suspense, useEffect } from 'react';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Boundary } from '#web/ui/boundary.tsx';
import { DialogFailed } from '#web/ui/dialog-failed.tsx';
import { closeTopUp, openTopUp, takeStoredSelection, useTopUp } from './top-up.ts';
import { dropWaitingOrder } from './waiting-order.ts';

// This file loads when the dialog opens for the first time.
const TopUpDialog = lazy(async () => ({ default: (await import('./top-up-dialog.tsx')).TopUpDialog }));

/** Shows the open top-up dialog, and opens it again after a sign-in or a cancelled payment page. */
export function TopUpHost() {
  const topUp = useTopUp();
  const session = useSession();
  const userId = session.status === 'user' && !session.expired ? session.user.id : undefined;

  useEffect(() => {
    const stored = userId === undefined ? undefined : takeStoredSelection();
    if (stored) openTopUp(stored);
  }, [userId]);

  // If the dialog opens without an order, an earlier order that still waits is removed.
  useEffect(() => {
    if (userId !== undefined && topUp && !topUp.orderWaits) dropWaitingOrder(userId);
  }, [userId, topUp]);

  if (!topUp) return null;
  const close = () => {
    if (userId !== undefined) dropWaitingOrder(userId);
    closeTopUp();
  };
  return (
    <Boundary key={topUp.checkoutId} fallback={<DialogFailed onClose={close} />}>
      <Suspense fallback={null}>
        <TopUpDialog topUp={topUp} onClose={close} />
      </Suspense>
    </Boundary>
  );
}
