// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import i18next from 'i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CreateEditBatchRequest } from '#shared/batch/api.ts';
import { profileKey } from '#web/features/auth/get-profile.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { readStored } from '#web/lib/drafts/idb.ts';
import { queries } from '#web/lib/queries.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import texts from '../../../../../locales/en/common.json' with { type: 'json' };
import { fakeApi } from './fake-api.test-support.ts';

const user = { status: 'user', expired: false, user: { id: 'ada', email: 'ada@example.com', name: 'Ada' } };
vi.mock('#web/lib/session/session.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/session/session.ts')>()),
  readSessionState: () => user,
  subscribeToSession: () => () => undefined,
  accessToken: async () => 'token',
  reportExpired: () => undefined,
  signIn: async () => undefined,
}));
vi.mock('#web/features/upload/send-photo.ts', () => ({ sendPhoto: async ({ id }: Photo) => `uploads/${id}` }));

const { applyPreset, choose, editPhotos, repeatEdit, startPhotoEdit, stopPhotoEdit } = await import('./photo-edit-tool.ts');
const { addPhotos, removePhoto, selectPhoto, startNew } = await import('./photos.ts');
const { change, getDraft, editStore } = await import('./core.ts');
const selectors = await import('./selectors.ts');
const { batchToRetry, canRepeat, failedIds, idsToEdit, isLocked, isRepeat, progressOf, parsedChoicesOf, selectedOf, statusOf } = selectors;

const photo = (id: string): Photo => ({
  id,
  title: `${id}.jpg`,
  src: `blob:${id}`,
  file: new Blob([id]),
  width: 900,
  height: 900,
  fileSize: 1,
});
const { getState } = editStore;
const photoIds = () => getDraft().photos.map(({ id }) => id);
const waitUntilIdle = () => vi.waitFor(() => expect(getState()).toMatchObject({ restored: true, loadingRuns: false, sending: undefined }));
const undo = () => toastStore.getState().toast?.action?.run();
const setBalance = (dollars: number) => queries.setQueryData([...profileKey, 'ada'], { credits: dollars, available: dollars });

let api: ReturnType<typeof fakeApi>;

beforeAll(() => i18next.init({ lng: 'en', ns: ['common'], defaultNS: 'common', resources: { en: { common: texts } } }));
beforeEach(async () => {
  api = fakeApi();
  vi.stubGlobal('fetch', api.fetch);
  queries.clear();
  editStore.setState({ restored: false });
  startPhotoEdit();
  await waitUntilIdle();
});
afterEach(async () => {
  await waitUntilIdle();
  choose({ apiMode: 'remove-background', backgroundMode: 'remove', exportFormat: 'png', backgroundPrompt: '' });
  editStore.setState({ failure: undefined, shortfall: undefined, notAddedCount: 0, selectedId: undefined });
  change({ type: 'startedNew', nextId: crypto.randomUUID() });
  // Waits until the empty draft is saved, so that the next test does not restore the draft of this test.
  await new Promise((resolve) => setTimeout(resolve, 30));
  stopPhotoEdit();
});

/**
 * Orders photos.
 * @returns the id of the batch.
 */
async function orderPhotos(ids: readonly string[]): Promise<string> {
  editPhotos(ids);
  await waitUntilIdle();
  return getDraft().runs.at(-1)!.id;
}
const bodyOf = (index: number) => api.orders()[index]?.body as CreateEditBatchRequest;

describe('an order', () => {
  test('an order contains all photos with their uploads and the common settings', async () => {
    addPhotos([photo('a'), photo('b')]);
    choose({ backgroundMode: 'color', backgroundColor: '#102030' });
    const { orderId } = getDraft();
    await orderPhotos(photoIds());
    expect(api.orders()).toHaveLength(1);
    expect(bodyOf(0)).toMatchObject({ batchId: orderId, kind: 'edit', settings: { backgroundMode: 'color', backgroundColor: '#102030' } });
    expect(bodyOf(0).items).toEqual(
      ['a', 'b'].map((name, index) => ({ itemId: photoIds()[index], uploadKey: `uploads/${name}`, title: `${name}.jpg` })),
    );
    expect(getDraft().orderId).not.toBe(orderId);
    expect(photoIds().map((id) => statusOf(getState(), id))).toEqual(['queued', 'queued']);
  });

  test('an order is stored with its id before it is sent', async () => {
    addPhotos([photo('a')]);
    const { orderId } = getDraft();
    let storedDraft: unknown;
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (init?.method === 'POST') storedDraft = await readStored('drafts', 'photo-edit:ada');
      return api.fetch(path, init);
    });
    await orderPhotos(photoIds());
    expect(storedDraft).toMatchObject({ orderId, sentOrder: { id: orderId } });
  });

  test('an order is not sent while another order runs', async () => {
    addPhotos([photo('a')]);
    await orderPhotos(photoIds());
    expect(isLocked(getState())).toBe(true);
    editPhotos(photoIds());
    await waitUntilIdle();
    expect(api.orders()).toHaveLength(1);
  });

  test('an order is not sent if the choices have a fault', async () => {
    addPhotos([photo('a')]);
    choose({ apiMode: 'image-editing', backgroundMode: 'ai-generated' });
    editPhotos(photoIds());
    await waitUntilIdle();
    expect(api.orders()).toEqual([]);
  });

  test('an order is not sent if the balance is too low, and the page shows how many credits are missing', async () => {
    addPhotos([photo('a'), photo('b')]);
    setBalance(0.03);
    editPhotos(photoIds());
    await waitUntilIdle();
    expect(api.orders()).toEqual([]);
    expect(getState().shortfall).toEqual({ need: 4, have: 3 });
  });

  test('an order whose response was lost is found by its id, and is not sent again', async () => {
    addPhotos([photo('a')]);
    const { orderId } = getDraft();
    api.setNextOrder('lost');
    editPhotos(photoIds());
    await vi.waitFor(() => expect(getDraft().runs).toEqual([{ id: orderId }]));
    expect(getDraft()).toMatchObject({ sentOrder: undefined });
    expect(getDraft().orderId).not.toBe(orderId);
    expect(getState().failure).toBeUndefined();
    expect(api.orders()).toHaveLength(1);
  });

  test('an order that did not reach the server is sent again with the same id', async () => {
    addPhotos([photo('a')]);
    const { orderId } = getDraft();
    api.setNextOrder('not-arrived');
    editPhotos(photoIds());
    await vi.waitFor(() => expect(getDraft().sentOrder).toBeUndefined());
    await waitUntilIdle();
    expect(getDraft()).toMatchObject({ orderId, runs: [] });
    expect(getState().failure).toBeDefined();
    expect(await orderPhotos(photoIds())).toBe(orderId);
  });

  test('an order has another id after the server has refused it', async () => {
    addPhotos([photo('a')]);
    const { orderId } = getDraft();
    api.setNextOrder('refused');
    editPhotos(photoIds());
    await vi.waitFor(() => expect(getState().failure).toBe('DailyLimit'));
    expect(getDraft()).toMatchObject({ sentOrder: undefined, runs: [] });
    expect(getDraft().orderId).not.toBe(orderId);
  });
});

describe('results', () => {
  test('results are charged only if they are delivered', async () => {
    addPhotos([photo('a'), photo('b'), photo('c')]);
    const batchId = await orderPhotos(photoIds());
    api.end(batchId, [photoIds()[1]!]);
    await vi.waitFor(() => expect(isLocked(getState())).toBe(false));
    expect(progressOf(getState())).toMatchObject({ total: 3, ready: 2, failed: 1, paid: 4 });
    expect(failedIds(getState())).toEqual([photoIds()[1]]);
    expect(idsToEdit(getState())).toEqual([photoIds()[1]]);
  });

  test('photos that are added after a run are part of the progress', async () => {
    addPhotos([photo('a')]);
    expect(progressOf(getState()).total).toBe(0);
    api.end(await orderPhotos(photoIds()));
    await vi.waitFor(() => expect(progressOf(getState())).toMatchObject({ total: 1, ready: 1 }));
    addPhotos([photo('b'), photo('c')]);
    expect(progressOf(getState())).toMatchObject({ total: 3, ready: 1, failed: 0, paid: 2 });
    await orderPhotos(idsToEdit(getState()));
    expect(progressOf(getState())).toMatchObject({ total: 2, ready: 0 });
  });

  test('failed results are retried without the delivered results', async () => {
    addPhotos([photo('a'), photo('b')]);
    const batchId = await orderPhotos(photoIds());
    const failed = photoIds()[1]!;
    api.end(batchId, [failed]);
    await vi.waitFor(() => expect(isLocked(getState())).toBe(false));
    expect(batchToRetry(getState(), [failed], parsedChoicesOf(getState()).settings)).toBe(batchId);
    const retried = await orderPhotos([failed]);
    expect(api.orders()[1]).toMatchObject({ path: `/api/batches/${batchId}/retry`, body: { batchId: retried } });
    api.end(retried);
    await vi.waitFor(() => expect(idsToEdit(getState())).toEqual([]));
    expect(progressOf(getState())).toMatchObject({ ready: 2, failed: 0, paid: 4 });
  });

  test('results are made again in a new order if the settings have changed', async () => {
    addPhotos([photo('a')]);
    api.end(await orderPhotos(photoIds()));
    await vi.waitFor(() => expect(idsToEdit(getState())).toEqual([]));
    choose({ exportFormat: 'webp' });
    expect(idsToEdit(getState())).toEqual(photoIds());
    expect(batchToRetry(getState(), photoIds(), parsedChoicesOf(getState()).settings)).toBeUndefined();
    const first = getState().results.get(photoIds()[0]!);
    await orderPhotos(photoIds());
    // The previous result remains until the new result is delivered.
    expect(getState().results.get(photoIds()[0]!)).toBe(first);
    expect(statusOf(getState(), photoIds()[0]!)).toBe('queued');
  });

  test('a finished photo is not ordered again only because another photo was added, even if the settings have changed', async () => {
    addPhotos([photo('a')]);
    api.end(await orderPhotos(photoIds()));
    await vi.waitFor(() => expect(idsToEdit(getState())).toEqual([]));
    choose({ exportFormat: 'webp' });
    addPhotos([photo('b')]);
    expect(idsToEdit(getState())).toEqual([photoIds()[1]]);
    api.end(await orderPhotos(idsToEdit(getState())));
    await vi.waitFor(() => expect(idsToEdit(getState())).toEqual([]));
    expect(photoIds().map((id) => selectors.isOtherResult(getState(), id))).toEqual([true, false]);
    choose({ exportFormat: 'jpeg' });
    expect(photoIds().map((id) => selectors.isOtherResult(getState(), id))).toEqual([false, false]);
    expect(idsToEdit(getState())).toEqual(photoIds());
  });

  test('results can be made again with their own settings after the settings have changed', async () => {
    addPhotos([photo('a')]);
    expect(isRepeat(getState())).toBe(false);
    api.end(await orderPhotos(photoIds()));
    await vi.waitFor(() => expect(idsToEdit(getState())).toEqual([]));
    expect(isRepeat(getState())).toBe(false);
    choose({ exportFormat: 'webp' });
    expect(isRepeat(getState())).toBe(true);
    repeatEdit(getState().results.get(photoIds()[0]!)!);
    await waitUntilIdle();
    expect(bodyOf(1)).toMatchObject({ settings: { exportFormat: 'png' }, items: [{ itemId: photoIds()[0] }] });
    expect(getDraft().choices.exportFormat).toBe('webp');
    // After a payment, a waiting order is sent with the chosen settings, so this order must not wait for a payment.
    expect(getState().idsToOrder).toEqual([]);
  });

  test('results with a guiding picture can be made again only while the page has this picture', async () => {
    addPhotos([photo('a')]);
    change({ type: 'guidanceSet', guidance: photo('sea') });
    choose({ apiMode: 'image-editing', backgroundMode: 'image-guided' });
    api.end(await orderPhotos(photoIds()));
    await vi.waitFor(() => expect(idsToEdit(getState())).toEqual([]));
    const result = getState().results.get(photoIds()[0]!)!;
    expect(canRepeat(getState(), result)).toBe(true);
    change({ type: 'guidanceSet', guidance: photo('wood') });
    expect(canRepeat(getState(), result)).toBe(false);
    change({ type: 'guidanceSet', guidance: undefined });
    expect(canRepeat(getState(), result)).toBe(false);
  });

  test('results of unchanged items stay the same objects, so that their tiles do not render again', async () => {
    addPhotos([photo('a'), photo('b')]);
    api.end(await orderPhotos([photoIds()[0]!]));
    await vi.waitFor(() => expect(isLocked(getState())).toBe(false));
    const first = getState().items.get(photoIds()[0]!);
    await orderPhotos([photoIds()[1]!]);
    expect(getState().items.get(photoIds()[0]!)).toBe(first);
  });

  test('results are shown again if Start New is undone', async () => {
    addPhotos([photo('a')]);
    api.end(await orderPhotos(photoIds()));
    await vi.waitFor(() => expect(getState().results.size).toBe(1));
    startNew();
    expect(getDraft()).toMatchObject({ photos: [], runs: [] });
    undo();
    await vi.waitFor(() => expect(getState().results.size).toBe(1));
    expect(photoIds()).toHaveLength(1);
  });
});

describe('the photos', () => {
  test('photos are added up to the maximum of 50, and the page shows how many were not added', () => {
    addPhotos(Array.from({ length: 53 }, (_, n) => photo(`p${n}`)));
    expect(photoIds()).toHaveLength(50);
    expect(getState().notAddedCount).toBe(3);
  });

  test('photos that are added later do not change the selection', () => {
    addPhotos([photo('a')]);
    addPhotos([photo('b')]);
    expect(selectedOf(getState())?.photo.id).toBe('a');
  });

  test('a photo can be removed: then the next photo is selected, and the seller can undo the removal', () => {
    addPhotos([photo('a'), photo('b'), photo('c')]);
    const [, middle] = photoIds();
    selectPhoto(middle!);
    removePhoto(middle!);
    expect(selectedOf(getState())?.photo.id).toBe('c');
    undo();
    expect(selectedOf(getState())?.photo.id).toBe('b');
  });

  test('photos cannot be removed while they are edited', async () => {
    addPhotos([photo('a')]);
    await orderPhotos(photoIds());
    removePhoto(photoIds()[0]!);
    expect(photoIds()).toHaveLength(1);
  });
});

test('a seller can undo a preset that has replaced a typed description', () => {
  applyPreset('marble');
  choose({ backgroundPrompt: 'on the moon' });
  applyPreset('studio');
  expect(getDraft().choices.backgroundPrompt).toMatch(/studio/);
  undo();
  expect(getDraft().choices.backgroundPrompt).toBe('on the moon');
});
