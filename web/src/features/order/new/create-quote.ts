/** POST /api/quotes and POST /api/quotes/{quoteId}/start: the price of an order, and its start. */
import { useMutation } from '@tanstack/react-query';
import {
  type CreateQuoteRequest,
  type CreateQuoteResponse,
  createQuoteResponse,
  orderResponse,
  type StartQuoteRequest,
} from '#shared/order/api.ts';
import { runningWorkKey } from '#web/features/batch/running/use-running-work.ts';
import { readBalanceAgain } from '#web/features/batch/store/balance.ts';
import { callApi } from '#web/lib/api.ts';
import { queries } from '#web/lib/queries.ts';
import { retryCall } from '#web/lib/retry-call.ts';
import { orderKey } from '../get-order.ts';

/** A repeated call has the same id, and gets the same quote. */
export const useCreateQuote = () =>
  useMutation<CreateQuoteResponse, Error, CreateQuoteRequest>(
    { mutationFn: (body) => retryCall(() => callApi('createQuote', { body, schema: createQuoteResponse })) },
    queries,
  );

type Start = { quoteId: string; request: StartQuoteRequest };

export const useStartQuote = (onStarted: (orderId: string) => void) =>
  useMutation(
    {
      mutationFn: ({ quoteId, request }: Start) =>
        retryCall(() => callApi('startQuote', { parameters: { quoteId }, body: request, schema: orderResponse })),
      onSuccess: (order) => {
        queries.setQueryData(orderKey(order.orderId), order);
        void queries.invalidateQueries({ queryKey: runningWorkKey });
        readBalanceAgain();
        onStarted(order.orderId);
      },
    },
    queries,
  );
