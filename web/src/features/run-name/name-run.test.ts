import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { nameRun, withName } from './name-run.ts';

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }));
vi.mock('#web/lib/api.ts', async (original) => ({ ...(await original<object>()), callApi }));

const row = (batch_id: string, name?: string) => ({ batch_id, ...(name && { name }) });
const list = (...items: object[]) => ({ pages: [{ items }] });
let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
  callApi.mockReset();
  toastStore.setState({ toast: undefined });
  client.setQueryData(['history', 'video', 'u'], list(row('one', 'Old'), row('two')));
});
const cached = () => client.getQueryData(['history', 'video', 'u']);
const rename = (name: string) => nameRun({ kind: 'video', batchId: 'one', name, previousName: 'Old' }, client);

describe('a cached response', () => {
  test('a cached response that does not contain the run stays unchanged', () => {
    const other = row('two');
    expect(withName(other, 'one', 'New')).toBe(other);
    expect(withName(undefined, 'one', 'New')).toBeUndefined();
  });

  test('a cached response of a single run gets the name, and an empty name removes it', () => {
    expect(withName(row('one'), 'one', 'New')).toEqual(row('one', 'New'));
    expect(withName(row('one', 'Old'), 'one', '')).toEqual({ batch_id: 'one', name: undefined });
  });
});

test('the page of a before/after run shows the new name immediately', () => {
  callApi.mockReturnValue(new Promise(() => undefined));
  client.setQueryData(['pipeline-run', 'one'], { runId: 'one' });
  void rename('New');
  return vi.waitFor(() => expect(client.getQueryData(['pipeline-run', 'one'])).toEqual({ runId: 'one', name: 'New' }));
});

test('if a new name cannot be stored, the page shows the previous name and a message', async () => {
  callApi.mockRejectedValue(new ApiError('BatchNotFound'));
  await rename('New');
  expect(cached()).toEqual(list(row('one', 'Old'), row('two')));
  expect(toastStore.getState().toast).toMatchObject({ type: 'destructive' });
});

test('the seller can undo the change of a name', async () => {
  callApi.mockResolvedValue({ name: 'New' });
  await rename('New');
  expect(cached()).toEqual(list(row('one', 'New'), row('two')));
  expect(callApi.mock.calls[0]).toMatchObject(['nameHistory', { parameters: { kind: 'video', batchId: 'one' }, body: { name: 'New' } }]);
  toastStore.getState().toast?.action?.run();
  await vi.waitFor(() => expect(cached()).toEqual(list(row('one', 'Old'), row('two'))));
});
