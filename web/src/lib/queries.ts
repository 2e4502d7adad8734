/** The query client of the page. Stores also use the client outside React. */
import { QueryClient } from '@tanstack/react-query';
import { codeOf } from './api-error.ts';

const outages = ['Unreachable', 'ServiceBusy'];

export const queries = new QueryClient({
  defaultOptions: { queries: { retry: (count, error) => outages.includes(codeOf(error)) && count < 3, staleTime: 10_000 } },
});
