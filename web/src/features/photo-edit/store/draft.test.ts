import { describe, expect, test } from 'vitest';
import type { EditBatchResponse } from '#shared/batch/api.ts';
import { photoEditSettings } from '#shared/photo-edit/settings.ts';
import { firstChoices } from '../choices.ts';
import { changeDraft, type EditChange, type EditDraft, type EditPhoto, joinDrafts, startDraft } from './draft.ts';

const photo = (id: string): EditPhoto => ({
  id,
  photo: { id: `photo-${id}`, title: `${id}.jpg`, src: `blob:${id}`, file: new Blob([id]), width: 900, height: 900, fileSize: 1 },
});
const applyChanges = (draft: EditDraft, ...changes: EditChange[]) => changes.reduce(changeDraft, draft);
const withPhotos = (...ids: string[]) => applyChanges(startDraft('order-1'), { type: 'photosAdded', photos: ids.map(photo) });
const ids = ({ photos }: EditDraft) => photos.map(({ id }) => id);

describe('a draft', () => {
  test('a draft has at most 50 photos', () => {
    expect(withPhotos(...Array.from({ length: 60 }, (_, n) => `p${n}`)).photos).toHaveLength(50);
  });

  test('a draft does not contain a photo twice', () => {
    expect(ids(applyChanges(withPhotos('a'), { type: 'photosAdded', photos: [photo('a'), photo('b')] }))).toEqual(['a', 'b']);
  });

  test('an undo restores a removed photo at its position', () => {
    const draft = withPhotos('a', 'b', 'c');
    const removed = applyChanges(draft, { type: 'photoRemoved', id: 'b' });
    expect(ids(removed)).toEqual(['a', 'c']);
    expect(ids(applyChanges(removed, { type: 'removalUndone', photo: draft.photos[1]!, index: 1 }))).toEqual(['a', 'b', 'c']);
  });

  test('the undo of "Start New" restores photos and batches, and keeps photos that were added later', () => {
    const previous = applyChanges(withPhotos('a'), { type: 'started', run: { id: 'order-1' }, nextId: 'order-2' });
    const emptyDraft = applyChanges(previous, { type: 'startedNew', nextId: 'order-3' });
    expect(emptyDraft).toMatchObject({ photos: [], runs: [], orderId: 'order-3' });
    const restored = applyChanges(emptyDraft, { type: 'photosAdded', photos: [photo('b')] }, { type: 'startUndone', before: previous });
    expect(ids(restored)).toEqual(['a', 'b']);
    expect(restored.runs).toEqual([{ id: 'order-1' }]);
  });
});

describe('an order', () => {
  const sentDraft = applyChanges(withPhotos('a'), { type: 'orderSent', guidanceId: 'sea' });

  test('an order keeps its id until there is a response', () => {
    expect(sentDraft).toMatchObject({ orderId: 'order-1', sentOrder: { id: 'order-1', guidanceId: 'sea' }, runs: [] });
    expect(applyChanges(sentDraft, { type: 'notArrived' })).toMatchObject({ orderId: 'order-1', sentOrder: undefined, runs: [] });
  });

  test('an order becomes a batch of the page when the API accepts it, and the next order has another id', () => {
    const started = applyChanges(sentDraft, { type: 'started', run: sentDraft.sentOrder!, nextId: 'order-2' });
    expect(started).toMatchObject({ orderId: 'order-2', sentOrder: undefined, runs: [{ id: 'order-1', guidanceId: 'sea' }] });
  });

  test('an order gets another id after it was refused', () => {
    expect(applyChanges(sentDraft, { type: 'refused', nextId: 'order-2' })).toMatchObject({
      orderId: 'order-2',
      sentOrder: undefined,
      runs: [],
    });
  });
});

describe('a batch of another device', () => {
  const settings = photoEditSettings.parse({ exportFormat: 'webp' });
  const batch = {
    batchId: 'far',
    settings,
    items: [{ itemId: 'x', title: 'X.jpg', photoUrl: '/media/x' }],
  } as unknown as EditBatchResponse;

  test('a batch of another device adds its photos and settings to an empty page', () => {
    const found = applyChanges(startDraft('order-1'), { type: 'batchFound', batch });
    expect(found).toMatchObject({ runs: [{ id: 'far' }], choices: { exportFormat: 'webp' } });
    expect(found.photos).toMatchObject([{ id: 'x', photo: { title: 'X.jpg', src: '/media/x' } }]);
  });

  test('a batch of another device does not change the settings of a page with photos', () => {
    expect(applyChanges(withPhotos('a'), { type: 'batchFound', batch }).choices).toEqual(firstChoices);
  });

  test('a batch of another device is removed from the page if it no longer exists', () => {
    const found = applyChanges(startDraft('order-1'), { type: 'batchFound', batch });
    expect(applyChanges(found, { type: 'batchesGone', ids: ['far'] }).runs).toEqual([]);
  });
});

describe('the draft of a visitor and the draft of the account', () => {
  const accountDraft = applyChanges(withPhotos('own'), { type: 'started', run: { id: 'batch' }, nextId: 'order-2' });
  const visitorDraft = applyChanges(withPhotos('new'), { type: 'choicesChanged', choices: { exportFormat: 'jpeg' } });

  test('the joined draft starts with the photos of the visitor, and contains only the batches of the account', () => {
    const joined = joinDrafts(visitorDraft, accountDraft);
    expect(joined && ids(joined)).toEqual(['new', 'own']);
    expect(joined).toMatchObject({ runs: [{ id: 'batch' }], orderId: 'order-2', choices: { exportFormat: 'jpeg' } });
  });

  test('the draft of the account is used if the visitor has no photos', () => {
    expect(joinDrafts(startDraft('v'), accountDraft)).toBe(accountDraft);
  });

  test('the draft of the visitor is used if the account is new', () => {
    expect(joinDrafts(visitorDraft, undefined)).toMatchObject({ photos: visitorDraft.photos, runs: [] });
    expect(joinDrafts(undefined, undefined)).toBeUndefined();
  });
});

describe('a past batch of edits that is opened again', () => {
  const batch = {
    batchId: 'b1',
    settings: photoEditSettings.parse({ apiMode: 'image-editing', backgroundMode: 'image-guided' }),
    guidance: { key: 'uploads/u/photoroom-guidance/g.jpg', url: '/guidance' },
    items: [
      { itemId: 'x', title: 'x.jpg', photoUrl: '/photo/x', photoKey: 'ingested/u/b1/x.jpg' },
      { itemId: 'lost', title: 'lost.jpg' },
    ],
  } as unknown as EditBatchResponse;
  const opened = applyChanges(withPhotos('a'), { type: 'openedAgain', batch, newIds: ['n1', 'n2'], nextId: 'order-2' });

  test('a reopened batch replaces the photos, keeps the keys of its files, and leaves out photos that are no longer stored', () => {
    expect(ids(opened)).toEqual(['n1']);
    expect(opened.photos[0]?.photo).toMatchObject({ uploadKey: 'ingested/u/b1/x.jpg', source: { batchId: 'b1', itemId: 'x' } });
    expect(opened).toMatchObject({ orderId: 'order-2', runs: [], guidance: { uploadKey: 'uploads/u/photoroom-guidance/g.jpg' } });
    expect(opened.choices).toMatchObject({ apiMode: 'image-editing', backgroundMode: 'image-guided' });
  });

  test('a reopened batch gets new links only for its own photos', () => {
    const renewed = applyChanges(opened, { type: 'photosRenewed', addresses: new Map([['other', '/new']]) });
    expect(renewed.photos[0]?.photo.src).toBe('/photo/x');
    expect(applyChanges(opened, { type: 'photosRenewed', addresses: new Map([['item:b1:x', '/new']]) }).photos[0]?.photo.src).toBe('/new');
  });
});
