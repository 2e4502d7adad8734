import { createQuoteRequest } from '#shared/order/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { createQuote } from './create-quote.ts';

export const handler = limitedCall({ endpoint: 'createQuote', body: createQuoteRequest }, async ({ user, body, now }) => {
  return { status: 201, body: await createQuote(user, body, now) };
});
