/** POST /api/orders/{orderId}/control: pauses, continues, stops or reorders a large order. */
import { useMutation } from '@tanstack/react-query';
import { type ControlOrderRequest, orderResponse } from '#shared/order/api.ts';
import { runningWorkKey } from '#web/features/batch/running/use-running-work.ts';
import { readBalanceAgain } from '#web/features/batch/store/balance.ts';
import { callApi, codeOf } from '#web/lib/api.ts';
import { t } from '#web/lib/i18n/t.ts';
import { queries } from '#web/lib/queries.ts';
import { showToast } from '#web/ui/toast-store.ts';
import { orderKey } from './get-order.ts';

const toastMs = 6_000;

export const useControlOrder = (orderId: string) =>
  useMutation(
    {
      mutationFn: (body: ControlOrderRequest) => callApi('controlOrder', { parameters: { orderId }, body, schema: orderResponse }),
      onSuccess: (order, { action }) => {
        queries.setQueryData(orderKey(orderId), order);
        if (action === 'front') showToast({ message: t('order.front_done'), durationMs: toastMs });
      },
      onError: (error) => {
        const code = codeOf(error);
        if (code !== 'Unauthorized') showToast({ message: t(`errors.${code}`), type: 'destructive', durationMs: toastMs });
      },
      onSettled: () => {
        readBalanceAgain();
        void queries.invalidateQueries({ queryKey: orderKey(orderId) });
        void queries.invalidateQueries({ queryKey: runningWorkKey });
      },
    },
    queries,
  );
