import { startQuoteRequest } from '#shared/order/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { continueOrSkip } from './continue-order.ts';
import { getOrder } from './get-order.ts';
import { orderIn } from './order-id.ts';
import { startQuote } from './start-quote.ts';

export const handler = limitedCall({ endpoint: 'startQuote', body: startQuoteRequest }, async ({ user, path, body, now }) => {
  const ref = orderIn(user.userId, path.quoteId);
  await startQuote(ref, body, now);
  await continueOrSkip(ref, now);
  return { status: 202, body: await getOrder(ref) };
});
