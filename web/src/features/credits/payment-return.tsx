import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { renewProfile } from '#web/features/auth/get-profile.ts';
import { useLocation, useNavigate } from '#web/lib/router.tsx';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { WithQueries } from '#web/lib/with-queries.tsx';
import { pageOfPaidOrder } from './waiting-order.ts';

/**
 * Handles a URL with `payment=success` or `from=payment`: reads the balance again, and removes these parameters (docs/spec.md 2.2). If an
 * order waits for these credits, opens the page of this order.
 */
export const PaymentReturn = () => (
  <WithQueries>
    <HandledReturn />
  </WithQueries>
);

function HandledReturn() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const userId = session.status === 'user' ? session.user.id : undefined;
  const isSessionKnown = session.status !== 'loading';

  useEffect(() => {
    const query = new URLSearchParams(search);
    if (!isSessionKnown) return;
    let gone = false;
    const refreshed = userId === undefined ? undefined : renewProfile(queries, userId);
    void Promise.resolve(refreshed)
      // This error is only logged, because the page later reads the balance again automatically.
      .catch((error: unknown) => console.warn('the balance could not be read after a payment', error))
      .then(() => {
        if (gone) return;
        query.delete('payment');
        query.delete('from');
        const remainingQuery = query.size > 0 ? `?${query}` : '';
        navigate(`${(userId !== undefined && pageOfPaidOrder(userId)) || pathname}${remainingQuery}`, { replace: true });
      });
    return () => {
      gone = true;
    };
  }, [isSessionKnown, userId, pathname, search, navigate, queries]);

  return null;
}
