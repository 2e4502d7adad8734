import { describe, expect, test } from 'vitest';
import type { EditBatchResponse } from '#shared/batch/api.ts';
import { photoEditSettings } from '#shared/photo-edit/settings.ts';
import { firstChoices } from '../choices.ts';
import { changeDraft, type EditChange, type EditDraft, type EditPhoto, joinDrafts, startDraft } from './draft.ts';

const photo = (id: string): EditPhoto => ({
  id,
  photo: { id: `photo-${id}`, title: `${id}.jpg`, src: `blob:${id}`, file: new Blob([id]), width: 900, height: 900, fileSize: 1 },
});
const changed = (draft: EditDraft, ...changes: EditChange[]) => changes.reduce(changeDraft, draft);
const withPhotos = (...ids: string[]) => changed(startDraft('order-1'), { type: 'photosAdded', photos: ids.map(photo) });
const ids = ({ photos }: EditDraft) => photos.map(({ id }) => id);

describe('a draft', () => {
  test('has at most 50 photos', () => {
    expect(withPhotos(...Array.from({ length: 60 }, (_, n) => `p${n}`)).photos).toHaveLength(50);
  });

  test('does not add a photo twice', () => {
    expect(ids(changed(withPhotos('a'), { type: 'photosAdded', photos: [photo('a'), photo('b')] }))).toEqual(['a', 'b']);
  });

  test('puts a removed photo back in its place', () => {
    const draft = withPhotos('a', 'b', 'c');
    const removed = changed(draft, { type: 'photoRemoved', id: 'b' });
    expect(ids(removed)).toEqual(['a', 'c']);
    expect(ids(changed(removed, { type: 'photoPutBack', photo: draft.photos[1]!, index: 1 }))).toEqual(['a', 'b', 'c']);
  });

  test('restores photos and batches after an undone start, and keeps the photos added since', () => {
    const before = changed(withPhotos('a'), { type: 'started', run: { id: 'order-1' }, nextId: 'order-2' });
    const empty = changed(before, { type: 'startedNew', nextId: 'order-3' });
    expect(empty).toMatchObject({ photos: [], runs: [], orderId: 'order-3' });
    const back = changed(empty, { type: 'photosAdded', photos: [photo('b')] }, { type: 'putBack', before });
    expect(ids(back)).toEqual(['a', 'b']);
    expect(back.runs).toEqual([{ id: 'order-1' }]);
  });
});

describe('an order', () => {
  const asked = changed(withPhotos('a'), { type: 'asked', guidanceId: 'sea' });

  test('keeps its id until there is a response', () => {
    expect(asked).toMatchObject({ orderId: 'order-1', asked: { id: 'order-1', guidanceId: 'sea' }, runs: [] });
    expect(changed(asked, { type: 'notArrived' })).toMatchObject({ orderId: 'order-1', asked: undefined, runs: [] });
  });

  test('becomes a batch of the page when it is accepted, and the next order has another id', () => {
    const started = changed(asked, { type: 'started', run: asked.asked!, nextId: 'order-2' });
    expect(started).toMatchObject({ orderId: 'order-2', asked: undefined, runs: [{ id: 'order-1', guidanceId: 'sea' }] });
  });

  test('gets another id after it was refused', () => {
    expect(changed(asked, { type: 'refused', nextId: 'order-2' })).toMatchObject({ orderId: 'order-2', asked: undefined, runs: [] });
  });
});

describe('a batch of another device', () => {
  const settings = photoEditSettings.parse({ exportFormat: 'webp' });
  const batch = {
    batchId: 'far',
    settings,
    items: [{ itemId: 'x', title: 'X.jpg', photoUrl: '/media/x' }],
  } as unknown as EditBatchResponse;

  test('brings its photos and settings to an empty page', () => {
    const seen = changed(startDraft('order-1'), { type: 'seenElsewhere', batch });
    expect(seen).toMatchObject({ runs: [{ id: 'far' }], choices: { exportFormat: 'webp' } });
    expect(seen.photos).toMatchObject([{ id: 'x', photo: { title: 'X.jpg', src: '/media/x' } }]);
  });

  test('does not change the settings of a page with photos', () => {
    expect(changed(withPhotos('a'), { type: 'seenElsewhere', batch }).choices).toEqual(firstChoices);
  });

  test('leaves the page if it does not exist any more', () => {
    const seen = changed(startDraft('order-1'), { type: 'seenElsewhere', batch });
    expect(changed(seen, { type: 'batchesGone', ids: ['far'] }).runs).toEqual([]);
  });
});

describe('the draft of a visitor and the draft of the account', () => {
  const own = changed(withPhotos('own'), { type: 'started', run: { id: 'batch' }, nextId: 'order-2' });
  const visitor = changed(withPhotos('new'), { type: 'choicesChanged', choices: { exportFormat: 'jpeg' } });

  test('are joined: the photos of the visitor come first, the batches are those of the account', () => {
    const joined = joinDrafts(visitor, own);
    expect(joined && ids(joined)).toEqual(['new', 'own']);
    expect(joined).toMatchObject({ runs: [{ id: 'batch' }], orderId: 'order-2', choices: { exportFormat: 'jpeg' } });
  });

  test('without photos of the visitor, only the account counts', () => {
    expect(joinDrafts(startDraft('v'), own)).toBe(own);
  });

  test('a new account gets the draft of the visitor', () => {
    expect(joinDrafts(visitor, undefined)).toMatchObject({ photos: visitor.photos, runs: [] });
    expect(joinDrafts(undefined, undefined)).toBeUndefined();
  });
});
