import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { pageOfPaidOrder } from './waiting-order.ts';

/** The calls, which the first page a visitor sees does without. */
async function refresh(queries: QueryClient, userId: string | undefined): Promise<void> {
  if (userId === undefined) return;
  const { renewProfile } = await import('#web/features/auth/get-profile.ts');
  await renewProfile(queries, userId);
}

/**
 * After a payment: `payment=success` or `from=payment` reads the balance again and goes from the address (SPEC 2; checklist B14).
 * Then the page opens on which an order waits for these credits, if there is one.
 */
export function usePaymentReturn(): void {
  const session = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const userId = session.status === 'user' ? session.user.id : undefined;
  const settled = session.status !== 'loading';

  useEffect(() => {
    const query = new URLSearchParams(search);
    if (!settled || (query.get('payment') !== 'success' && query.get('from') !== 'payment')) return;
    let gone = false;
    void refresh(queries, userId)
      // As SPEC has it: only logged. The balance is read again by itself.
      .catch((error: unknown) => console.warn('the balance could not be read after a payment', error))
      .then(() => {
        if (gone) return;
        query.delete('payment');
        query.delete('from');
        const rest = query.size > 0 ? `?${query}` : '';
        void navigate(`${(userId !== undefined && pageOfPaidOrder(userId)) || pathname}${rest}`, { replace: true });
      });
    return () => {
      gone = true;
    };
  }, [settled, userId, pathname, search, navigate, queries]);
}
