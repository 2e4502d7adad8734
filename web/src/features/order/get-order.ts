/** GET /api/orders/{orderId}, repeated until the order has ended. */
import { useQuery } from '@tanstack/react-query';
import { type OrderResponse, orderResponse } from '#shared/order/api.ts';
import { hasOrderEnded } from '#shared/order/rules.ts';
import { callApi } from '#web/lib/api.ts';

const pollEveryMs = 3_000;

export const orderKey = (orderId: string) => ['order', orderId] as const;

export const useOrder = (orderId: string) =>
  useQuery<OrderResponse>({
    queryKey: orderKey(orderId),
    queryFn: ({ signal }) => callApi('getOrder', { parameters: { orderId }, schema: orderResponse, signal }),
    refetchInterval: ({ state }) => (state.data && !hasOrderEnded(state.data.status) ? pollEveryMs : false),
  });
