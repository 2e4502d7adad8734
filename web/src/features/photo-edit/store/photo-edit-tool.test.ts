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

const { applyPreset, choose, editPhotos, startPhotoEdit, stopPhotoEdit } = await import('./photo-edit-tool.ts');
const { addPhotos, removePhoto, selectPhoto, startNew } = await import('./photos.ts');
const { change, draftNow, editStore } = await import('./core.ts');
const { batchToRetry, failedIds, idsToEdit, isLocked, progressOf, readOf, selectedOf, statusOf } = await import('./selectors.ts');

const photo = (id: string): Photo => ({
  id,
  title: `${id}.jpg`,
  src: `blob:${id}`,
  file: new Blob([id]),
  width: 900,
  height: 900,
  fileSize: 1,
});
const state = editStore.getState;
const photoIds = () => draftNow().photos.map(({ id }) => id);
const settle = () => vi.waitFor(() => expect(state()).toMatchObject({ restored: true, loadingRuns: false, sending: undefined }));
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
  await settle();
});
afterEach(async () => {
  await settle();
  choose({ apiMode: 'remove-background', backgroundMode: 'remove', exportFormat: 'png', backgroundPrompt: '' });
  editStore.setState({ failure: undefined, shortfall: undefined, leftOut: 0, selectedId: undefined });
  change({ type: 'startedNew', nextId: crypto.randomUUID() });
  // The empty draft is saved, so that the next test does not restore this one.
  await new Promise((resolve) => setTimeout(resolve, 30));
  stopPhotoEdit();
});

/** Orders photos. @returns the id of the batch. */
async function ordered(ids: readonly string[]): Promise<string> {
  editPhotos(ids);
  await settle();
  return draftNow().runs.at(-1)!.id;
}
const bodyOf = (index: number) => api.orders()[index]?.body as CreateEditBatchRequest;

describe('an order', () => {
  test('contains all photos with their uploads and the common settings', async () => {
    addPhotos([photo('a'), photo('b')]);
    choose({ backgroundMode: 'color', backgroundColor: '#102030' });
    const { orderId } = draftNow();
    await ordered(photoIds());
    expect(api.orders()).toHaveLength(1);
    expect(bodyOf(0)).toMatchObject({ batchId: orderId, kind: 'edit', settings: { backgroundMode: 'color', backgroundColor: '#102030' } });
    expect(bodyOf(0).items).toEqual(
      ['a', 'b'].map((name, index) => ({ itemId: photoIds()[index], uploadKey: `uploads/${name}`, title: `${name}.jpg` })),
    );
    expect(draftNow().orderId).not.toBe(orderId);
    expect(photoIds().map((id) => statusOf(state(), id))).toEqual(['queued', 'queued']);
  });

  test('is stored with its id before it is sent', async () => {
    addPhotos([photo('a')]);
    const { orderId } = draftNow();
    let stored: unknown;
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (init?.method === 'POST') stored = await readStored('drafts', 'photo-edit:ada');
      return api.fetch(path, init);
    });
    await ordered(photoIds());
    expect(stored).toMatchObject({ orderId, asked: { id: orderId } });
  });

  test('is not made while another one runs', async () => {
    addPhotos([photo('a')]);
    await ordered(photoIds());
    expect(isLocked(state())).toBe(true);
    editPhotos(photoIds());
    await settle();
    expect(api.orders()).toHaveLength(1);
  });

  test('with a fault is not sent', async () => {
    addPhotos([photo('a')]);
    choose({ apiMode: 'image-editing', backgroundMode: 'ai-generated' });
    editPhotos(photoIds());
    await settle();
    expect(api.orders()).toEqual([]);
  });

  test('that the balance does not cover is not sent, and the shortfall is shown', async () => {
    addPhotos([photo('a'), photo('b')]);
    setBalance(0.03);
    editPhotos(photoIds());
    await settle();
    expect(api.orders()).toEqual([]);
    expect(state().shortfall).toEqual({ need: 4, have: 3 });
  });

  test('whose response is lost is found by its id, and nothing is ordered again', async () => {
    addPhotos([photo('a')]);
    const { orderId } = draftNow();
    api.nextOrder('lost');
    editPhotos(photoIds());
    await vi.waitFor(() => expect(draftNow().runs).toEqual([{ id: orderId }]));
    expect(draftNow()).toMatchObject({ asked: undefined });
    expect(draftNow().orderId).not.toBe(orderId);
    expect(state().failure).toBeUndefined();
    expect(api.orders()).toHaveLength(1);
  });

  test('that did not arrive is sent again with the same id', async () => {
    addPhotos([photo('a')]);
    const { orderId } = draftNow();
    api.nextOrder('not-arrived');
    editPhotos(photoIds());
    await vi.waitFor(() => expect(draftNow().asked).toBeUndefined());
    await settle();
    expect(draftNow()).toMatchObject({ orderId, runs: [] });
    expect(state().failure).toBeDefined();
    expect(await ordered(photoIds())).toBe(orderId);
  });

  test('that the server refuses is not repeated with its id', async () => {
    addPhotos([photo('a')]);
    const { orderId } = draftNow();
    api.nextOrder('refused');
    editPhotos(photoIds());
    await vi.waitFor(() => expect(state().failure).toBe('DailyLimit'));
    expect(draftNow()).toMatchObject({ asked: undefined, runs: [] });
    expect(draftNow().orderId).not.toBe(orderId);
  });
});

describe('results', () => {
  test('are charged only if they are delivered', async () => {
    addPhotos([photo('a'), photo('b'), photo('c')]);
    const batchId = await ordered(photoIds());
    api.end(batchId, [photoIds()[1]!]);
    await vi.waitFor(() => expect(isLocked(state())).toBe(false));
    expect(progressOf(state())).toMatchObject({ total: 3, ready: 2, failed: 1, paid: 4 });
    expect(failedIds(state())).toEqual([photoIds()[1]]);
    expect(idsToEdit(state())).toEqual([photoIds()[1]]);
  });

  test('that failed are retried without the others', async () => {
    addPhotos([photo('a'), photo('b')]);
    const batchId = await ordered(photoIds());
    const failed = photoIds()[1]!;
    api.end(batchId, [failed]);
    await vi.waitFor(() => expect(isLocked(state())).toBe(false));
    expect(batchToRetry(state(), [failed], readOf(state()).settings)).toBe(batchId);
    const retried = await ordered([failed]);
    expect(api.orders()[1]).toMatchObject({ path: `/api/batches/${batchId}/retry`, body: { batchId: retried } });
    api.end(retried);
    await vi.waitFor(() => expect(idsToEdit(state())).toEqual([]));
    expect(progressOf(state())).toMatchObject({ ready: 2, failed: 0, paid: 4 });
  });

  test('of other settings are made again, as a new order', async () => {
    addPhotos([photo('a')]);
    api.end(await ordered(photoIds()));
    await vi.waitFor(() => expect(idsToEdit(state())).toEqual([]));
    choose({ exportFormat: 'webp' });
    expect(idsToEdit(state())).toEqual(photoIds());
    expect(batchToRetry(state(), photoIds(), readOf(state()).settings)).toBeUndefined();
    const first = state().results.get(photoIds()[0]!);
    await ordered(photoIds());
    // Until the new result is delivered, the old one remains.
    expect(state().results.get(photoIds()[0]!)).toBe(first);
    expect(statusOf(state(), photoIds()[0]!)).toBe('queued');
  });

  test('of unchanged items keep their objects, so that their tiles do not render again', async () => {
    addPhotos([photo('a'), photo('b')]);
    api.end(await ordered([photoIds()[0]!]));
    await vi.waitFor(() => expect(isLocked(state())).toBe(false));
    const first = state().items.get(photoIds()[0]!);
    await ordered([photoIds()[1]!]);
    expect(state().items.get(photoIds()[0]!)).toBe(first);
  });

  test('return when the start of a new page is undone', async () => {
    addPhotos([photo('a')]);
    api.end(await ordered(photoIds()));
    await vi.waitFor(() => expect(state().results.size).toBe(1));
    startNew();
    expect(draftNow()).toMatchObject({ photos: [], runs: [] });
    undo();
    await vi.waitFor(() => expect(state().results.size).toBe(1));
    expect(photoIds()).toHaveLength(1);
  });
});

describe('the photos', () => {
  test('above 50 are not added, and their number is shown', () => {
    addPhotos(Array.from({ length: 53 }, (_, n) => photo(`p${n}`)));
    expect(photoIds()).toHaveLength(50);
    expect(state().leftOut).toBe(3);
  });

  test('keep the selection while more are added', () => {
    addPhotos([photo('a')]);
    addPhotos([photo('b')]);
    expect(selectedOf(state())?.photo.id).toBe('a');
  });

  test('can be removed, which selects the next one and can be undone', () => {
    addPhotos([photo('a'), photo('b'), photo('c')]);
    const [, middle] = photoIds();
    selectPhoto(middle!);
    removePhoto(middle!);
    expect(selectedOf(state())?.photo.id).toBe('c');
    undo();
    expect(selectedOf(state())?.photo.id).toBe('b');
  });

  test('cannot be removed while they are edited', async () => {
    addPhotos([photo('a')]);
    await ordered(photoIds());
    removePhoto(photoIds()[0]!);
    expect(photoIds()).toHaveLength(1);
  });
});

test('a preset that replaces a typed description can be undone', () => {
  applyPreset('marble');
  choose({ backgroundPrompt: 'on the moon' });
  applyPreset('studio');
  expect(draftNow().choices.backgroundPrompt).toMatch(/studio/);
  undo();
  expect(draftNow().choices.backgroundPrompt).toBe('on the moon');
});
