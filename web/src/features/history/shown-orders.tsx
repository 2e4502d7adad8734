import { orderParameter } from '#web/app/paths.ts';
import { useOpenOrders } from '#web/features/batch/running/use-running-work.ts';
import { OrderPanel } from '#web/features/order/order-panel.tsx';
import { useSearchParams } from '#web/lib/router.tsx';

/** The large orders that have not ended, and the order that a link names. */
export function ShownOrders() {
  const [search] = useSearchParams();
  const linkedId = search.get(orderParameter);
  const orderIds = new Set([...(linkedId ? [linkedId] : []), ...useOpenOrders()]);
  return [...orderIds].map((orderId) => <OrderPanel key={orderId} orderId={orderId} className="mb-3" />);
}
