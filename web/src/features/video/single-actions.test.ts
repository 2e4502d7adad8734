// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import i18next from 'i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Photo } from '#web/features/upload/photo.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import texts from '../../../../locales/en/common.json' with { type: 'json' };
import { fakeApi, videoBatch } from './single/fake-api.test-support.ts';
import { versionIdsOf } from './single/selectors.ts';
import { singleView } from './single/single-view.ts';
import { cardOfSingle, resultsMax, startSingle } from './single.ts';

const user = { status: 'user', expired: false, user: { id: 'ada', email: 'ada@example.com', name: 'Ada' } };
const session = vi.hoisted(() => ({ signIn: vi.fn(async () => undefined) }));
vi.mock('#web/lib/session/session.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/session/session.ts')>()),
  readSessionState: () => user,
  subscribeToSession: () => () => undefined,
  accessToken: async () => 'token',
  reportExpired: () => undefined,
  ...session,
}));
vi.mock('#web/features/upload/send-photo.ts', () => ({ sendPhoto: async ({ id }: Photo) => `uploads/${id}` }));

const { singleVideo } = await import('./single-tool.ts');
const actions = await import('./single-actions.ts');
const orders = await import('./single/orders.ts');
const { runsToRemove, startRunRemoval } = await import('./single/open-single.ts');
const { store, change } = singleVideo;

const photo = (id: string): Photo => ({
  id,
  title: `${id}.jpg`,
  src: `blob:${id}`,
  file: new Blob([id]),
  width: 900,
  height: 1200,
  fileSize: 1,
});
const draft = () => store.getState().draft;
const card = () => cardOfSingle(draft());
const shownIds = () => versionIdsOf(store.getState(), singleView.getState().target);
const newestBatch = () => store.getState().batches.find(({ batchId }) => batchId === shownIds()[0])!;
const itemOf = (batchId: string) => ({ ...store.getState().batches.find((batch) => batch.batchId === batchId)!.items[0]!, batchId });
const undo = () => toastStore.getState().toast?.action?.run();
const waitUntilIdle = () =>
  vi.waitFor(() => expect(store.getState()).toMatchObject({ restored: true, loadingRuns: false, sending: undefined }));

let api: ReturnType<typeof fakeApi>;
let stopRemoval: () => void;

beforeAll(() => i18next.init({ lng: 'en', ns: ['common'], defaultNS: 'common', resources: { en: { common: texts } } }));
beforeEach(async () => {
  api = fakeApi();
  vi.stubGlobal('fetch', api.fetch);
  store.setState({ restored: false });
  singleVideo.start();
  stopRemoval = startRunRemoval();
  await waitUntilIdle();
});
afterEach(async () => {
  await waitUntilIdle();
  singleVideo.hideBatches(draft().batchIds);
  change({ type: 'startedNew', newIds: [], orderId: crypto.randomUUID() });
  singleView.setState({ shownId: undefined, target: 'new', orderedCard: undefined, orderCount: 0 });
  stopRemoval();
  // Waits until the empty draft is saved, so that the next test does not restore the draft of this test.
  await new Promise((resolve) => setTimeout(resolve, 30));
  singleVideo.stop();
});

const prepare = (id = 'bag', prompt = 'Sway') => {
  change({ type: 'photoSet', cardId: card().id, photo: photo(id) });
  actions.editCard({ prompt });
};

/**
 * Orders the card and ends its video.
 * @returns the id of its batch.
 */
async function orderAndEnd(changes: Parameters<typeof api.end>[1]): Promise<string> {
  orders.orderNewVersion();
  await waitUntilIdle();
  const { batchId } = newestBatch();
  api.end(batchId, { photoUrl: '/media/photo', ...changes });
  await vi.waitFor(() => expect(itemOf(batchId).status).toBe(changes.status));
  return batchId;
}
const deliver = () => orderAndEnd({ status: 'completed', charged: 2, videoUrl: '/media/video' });
const fail = () => orderAndEnd({ status: 'failed' });

describe('an order', () => {
  test('an order opens the results and requests a scroll to them', async () => {
    prepare();
    orders.orderNewVersion();
    expect(store.getState().sending).toBeDefined();
    expect(draft().tab).toBe('results');
    expect(singleView.getState()).toMatchObject({ target: 'new', orderCount: 1 });
    expect(shownIds()).toEqual(['new']);
    await waitUntilIdle();
    expect(shownIds()).toEqual(draft().batchIds);
  });

  test('an order shows the newest version, even if another version was chosen', async () => {
    prepare();
    const first = await deliver();
    singleView.setState({ shownId: first });
    await deliver();
    expect(singleView.getState().shownId).toBeUndefined();
  });

  test('an order is not sent while another video is being made', async () => {
    prepare();
    orders.orderNewVersion();
    await waitUntilIdle();
    orders.orderNewVersion();
    expect(api.orders()).toHaveLength(1);
  });

  test('an order removes the versions that ended without a video, and keeps the others', async () => {
    prepare();
    const deliveredId = await deliver();
    await fail();
    const next = await deliver();
    await vi.waitFor(() => expect(shownIds()).toEqual([next, deliveredId]));
  });
});

describe('a repeated version', () => {
  test('a repeated version replaces a failed version with a retry on the server', async () => {
    prepare();
    const failed = await fail();
    orders.repeatVersion(itemOf(failed));
    expect(singleView.getState()).toMatchObject({ target: failed, shownId: failed });
    await waitUntilIdle();
    expect(api.orders().at(-1)?.path).toBe(`/api/batches/${failed}/retry`);
    await vi.waitFor(() => expect(shownIds()).toHaveLength(1));
    expect(shownIds()).not.toContain(failed);
    expect(draft().photoOf[shownIds()[0]!]).toBe('bag');
  });

  test('a failed version whose batch has not ended is sent as a new order, because the server would refuse a retry', async () => {
    prepare();
    const failed = await fail();
    store.setState(({ batches }) => ({ batches: batches.map((batch) => ({ ...batch, status: 'running' as const })) }));
    orders.repeatVersion(itemOf(failed));
    await waitUntilIdle();
    expect(api.orders().at(-1)?.path).toBe('/api/batches');
  });

  test('a repeated version replaces a cancelled version and uses the photo of that version', async () => {
    prepare();
    const cancelled = await orderAndEnd({ status: 'cancelled' });
    change({ type: 'startedNew', newIds: [] });
    prepare('hat', 'Turn');
    orders.repeatVersion(itemOf(cancelled));
    await waitUntilIdle();
    expect(api.orders().at(-1)).toMatchObject({
      path: '/api/batches',
      body: { items: [{ uploadKey: `uploads/item:${cancelled}`, prompt: 'Sway' }] },
    });
    await vi.waitFor(() => expect(shownIds()).toHaveLength(1));
  });

  test('a repeated version is added to a delivered version and uses the settings and the photo of that version', async () => {
    prepare();
    const delivered = await deliver();
    actions.editCard({ prompt: 'Turn' });
    orders.repeatVersion(itemOf(delivered));
    await waitUntilIdle();
    expect(api.orders().at(-1)?.body).toMatchObject({ items: [{ uploadKey: 'uploads/bag', prompt: 'Sway' }] });
    expect(shownIds()).toHaveLength(2);
    expect(draft().photoOf[shownIds()[0]!]).toBe('bag');
    expect(card().prompt).toBe('Turn');
  });

  test('a repeated version does not wait for a payment, because only an order of the card can wait', () => {
    expect(orders.canWaitForPayment('new')).toBe(true);
    expect(orders.canWaitForPayment('a-batch')).toBe(false);
  });
});

describe('the photo', () => {
  test('the photo is removed with its results, and an undo restores both', async () => {
    prepare();
    const delivered = await deliver();
    actions.removePhoto();
    expect(card().photo).toBeUndefined();
    expect(shownIds()).toEqual([]);
    expect(toastStore.getState().toast?.message).toBe('Photo and its video removed. The video stays in your history.');
    undo();
    await vi.waitFor(() => expect(shownIds()).toEqual([delivered]));
    expect(card().photo?.id).toBe('bag');
  });

  test('the photo can be replaced, and an undo restores the first photo', async () => {
    prepare();
    actions.replacePhotoWith(photo('hat'));
    expect(card()).toMatchObject({ prompt: 'Sway', photo: { id: 'hat' } });
    undo();
    expect(card().photo?.id).toBe('bag');
  });

  test('the photo is not replaced by a file that cannot be used', async () => {
    prepare();
    await actions.replacePhoto(new File(['%PDF'], 'a.pdf', { type: 'application/pdf' }));
    expect(card().photo?.id).toBe('bag');
    expect(store.getState().problems[card().id]).toBe('Please select an image file');
  });
});

test('an undo restores a removed result at its previous position', async () => {
  prepare();
  const first = await deliver();
  const second = await deliver();
  actions.removeResult({ batchId: first });
  expect(shownIds()).toEqual([second]);
  undo();
  await vi.waitFor(() => expect(shownIds()).toEqual([second, first]));
});

test('Start new keeps the results and can be undone', async () => {
  prepare();
  const delivered = await deliver();
  actions.startNew();
  expect(draft()).toMatchObject({ tab: 'samples', model: 'veo3', batchIds: [delivered] });
  expect(card()).toMatchObject({ prompt: '' });
  undo();
  expect(card()).toMatchObject({ prompt: 'Sway', photo: { id: 'bag' } });
});

test('a copied prompt replaces the typed prompt, and an undo restores the typed prompt', () => {
  actions.copyPrompt('Turn');
  expect(toastStore.getState().toast?.action).toBeUndefined();
  actions.copyPrompt('Sway');
  expect(card().prompt).toBe('Sway');
  undo();
  expect(card().prompt).toBe('Turn');
});

test('the prompt and the settings of a version can be copied to the card', async () => {
  prepare();
  actions.editCard({ generateAudio: true });
  const delivered = await deliver();
  actions.chooseModel('veo3-fast');
  actions.editCard({ prompt: 'Turn', aspectRatio: '16:9', generateAudio: false });
  actions.copySettings(itemOf(delivered));
  expect(card()).toMatchObject({ prompt: 'Sway', aspectRatio: '9:16', generateAudio: true, model: 'veo3', photo: { id: 'bag' } });
  undo();
  expect(card()).toMatchObject({ prompt: 'Turn', aspectRatio: '16:9', generateAudio: false, model: 'veo3-fast' });
});

describe('the runs to remove', () => {
  const state = (batchIds: string[], changes: object = {}) => ({
    ...store.getState(),
    draft: { ...startSingle('order'), batchIds },
    batches: batchIds.map((id) => videoBatch(id, { status: 'failed' })),
    sending: { cardIds: new Set<string>(), phase: 'sending-order' as const },
    ...changes,
  });

  test('if there are more runs than the maximum, the runs to remove are the oldest runs', () => {
    const batches = Array.from({ length: resultsMax + 2 }, (_, index) =>
      videoBatch(`b${index}`, {}, new Date(index * 1_000).toISOString()),
    );
    expect(runsToRemove(state([]), state([], { batches }))).toEqual(['b1', 'b0']);
  });

  test('after an order of this tab, the runs to remove are the earlier runs without a video', () => {
    const after = { ...state(['old', 'new']), draft: { ...startSingle('next'), batchIds: ['old', 'new'] } };
    expect(runsToRemove(state(['old']), after)).toEqual(['old']);
  });

  test('after a version was repeated, the only run to remove is the replaced run', () => {
    const after = { ...state(['other', 'new']), draft: { ...startSingle('next'), batchIds: ['other', 'new'] } };
    expect(runsToRemove(state(['other', 'old']), after)).toEqual(['old']);
  });

  test.each([
    ['another device has started a run', { sending: undefined }, 'order'],
    ['another tab has started a batch', {}, 'order'],
    ['an order was refused', {}, 'next'],
  ])('there is no run to remove if %s', (caseName, changes, orderId) => {
    const batchIds = caseName === 'an order was refused' ? ['old'] : ['old', 'new'];
    const after = { ...state(batchIds), draft: { ...startSingle(orderId), batchIds } };
    expect(runsToRemove(state(['old'], changes), after)).toEqual([]);
  });
});
