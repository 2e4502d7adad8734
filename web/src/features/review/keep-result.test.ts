// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { keepResult, withMark } from './keep-result.ts';

const callApi = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api.ts', async (original) => ({ ...(await original<object>()), callApi }));

const batchKey = ['batch', 'b1'];
const historyKey = ['history', 'video', 'batch', 'user', 'b1'];
const otherKey = ['batch', 'b2'];
const batch = () => ({ items: [{ itemId: 'one' }, { itemId: 'two', kept: true }] });
const history = () => ({ results: [{ id: 'one' }, { id: 'two', kept: true }] });
let client: QueryClient;
const readMarks = (key: string[]) => {
  const { items, results } = client.getQueryData<ReturnType<typeof batch> & ReturnType<typeof history>>(key) ?? {};
  return (items ?? results ?? []).map(({ kept }: { kept?: boolean }) => kept === true);
};

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(batchKey, batch());
  client.setQueryData(historyKey, history());
  client.setQueryData(otherKey, batch());
});
afterEach(() => {
  callApi.mockReset();
  client.clear();
  toastStore.setState({ toast: undefined });
});

test('keepResult immediately shows the result as kept in the batch and in the history, and stores this mark', async () => {
  const { promise, resolve } = Promise.withResolvers<{ kept: boolean }>();
  callApi.mockReturnValueOnce(promise);
  const done = keepResult({ batchId: 'b1', itemId: 'one', keep: true }, client);
  await vi.waitFor(() => expect(callApi).toHaveBeenCalledOnce());
  expect(readMarks(batchKey)).toEqual([true, true]);
  expect(readMarks(historyKey)).toEqual([true, true]);
  expect(readMarks(otherKey)).toEqual([false, true]);
  expect(callApi.mock.calls[0]).toMatchObject(['keepItem', { parameters: { batchId: 'b1', itemId: 'one' }, body: { keep: true } }]);
  resolve({ kept: true });
  await done;
  expect(client.getQueryState(batchKey)?.isInvalidated).toBe(true);
  expect(client.getQueryState(historyKey)?.isInvalidated).toBe(true);
  expect(client.getQueryState(otherKey)?.isInvalidated).toBe(false);
});

test('if the call fails, keepResult shows the result as not kept again, and a message', async () => {
  callApi.mockRejectedValueOnce(new ApiError('NotFound'));
  await keepResult({ batchId: 'b1', itemId: 'two', keep: false }, client);
  expect(readMarks(batchKey)).toEqual([false, true]);
  expect(toastStore.getState().toast?.type).toBe('destructive');
});

test('after two clicks on the same result, keepResult stores the choice of the last click', async () => {
  const requestedMarks: boolean[] = [];
  callApi.mockImplementation(async (_name: string, { body }: { body: { keep: boolean } }) => {
    requestedMarks.push(body.keep);
    return { kept: body.keep };
  });
  await Promise.all([true, false].map((keep) => keepResult({ batchId: 'b1', itemId: 'one', keep }, client)));
  expect(requestedMarks).toEqual([true, false]);
  expect(readMarks(batchKey)).toEqual([false, true]);
});

test('withMark returns the same objects for unchanged results', () => {
  const response = batch();
  const next = withMark<Parameters<typeof withMark>[0] & object>(response as never, 'one', true);
  expect(next?.items?.[1]).toBe(response.items[1]);
  expect(next?.items?.[0]).toEqual({ itemId: 'one', kept: true });
});
