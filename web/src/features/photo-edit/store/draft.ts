/** The draft of the page: the photos and settings that the browser stores. This file also defines all changes of the draft. */
import type { EditBatchResponse } from '#shared/batch/api.ts';
import { editsPerBatchMax } from '#shared/photo-edit/batch.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { type Choices, choicesOf, firstChoices } from '../choices.ts';

/** A photo on the page. Its id is also the id of its item in every batch. */
export type EditPhoto = { id: string; photo: Photo };

/** A batch of the page. `id` is the id of the batch. */
export type Run = { id: string; guidanceId?: string };

export type EditDraft = {
  choices: Choices;
  photos: EditPhoto[];
  /** The guiding picture: the new background will look similar to this picture. */
  guidance?: Photo | undefined;
  /** Id of the next order. A repeated request with the same id is charged only once. */
  orderId: string;
  /** An order that was sent, but has no response yet. */
  sentOrder?: Run | undefined;
  /** The batches that the page shows, oldest first. */
  runs: Run[];
};

export type EditChange =
  | { type: 'choicesChanged'; choices: Partial<Choices> }
  | { type: 'guidanceSet'; guidance: Photo | undefined }
  | { type: 'photosAdded'; photos: readonly EditPhoto[] }
  | { type: 'photoRemoved'; id: string }
  | { type: 'removalUndone'; photo: EditPhoto; index: number }
  | { type: 'orderSent'; guidanceId: string | undefined }
  /** The order was accepted, or its batch was found later. */
  | { type: 'started'; run: Run; nextId: string }
  /** The server has refused the order, so its id is not used again. */
  | { type: 'refused'; nextId: string }
  /** The order did not reach the server. */
  | { type: 'notArrived' }
  /** The page has found a batch of the account that is not in the draft. For example, another device has ordered this batch. */
  | { type: 'batchFound'; batch: EditBatchResponse }
  | { type: 'batchesGone'; ids: readonly string[] }
  /** Replaces the photos and settings with those of a past batch. */
  | { type: 'openedAgain'; batch: EditBatchResponse; newIds: readonly string[]; nextId: string }
  /** New links to photos on the server, by the id of the photo. */
  | { type: 'photosRenewed'; addresses: ReadonlyMap<string, string> }
  | { type: 'startedNew'; nextId: string }
  | { type: 'startUndone'; before: EditDraft }
  | { type: 'replaced'; draft: EditDraft };

export const startDraft = (orderId: string): EditDraft => ({ choices: firstChoices, photos: [], orderId, runs: [] });

const withPhotos = (draft: EditDraft, photos: readonly EditPhoto[]): EditDraft => {
  const knownIds = new Set(draft.photos.map(({ id }) => id));
  const added = photos.filter(({ id }) => !knownIds.has(id));
  return added.length === 0 ? draft : { ...draft, photos: [...draft.photos, ...added].slice(0, editsPerBatchMax) };
};

const withRuns = (draft: EditDraft, runs: readonly Run[]): EditDraft => {
  const knownIds = new Set(draft.runs.map(({ id }) => id));
  return { ...draft, runs: [...draft.runs, ...runs.filter(({ id }) => !knownIds.has(id))] };
};

/** Returns the photos of a batch of another device. The page learns the size of a photo when it shows the photo. */
const photosOf = ({ items }: EditBatchResponse): EditPhoto[] =>
  items.map(({ itemId: id, title, photoUrl }) => ({ id, photo: { id, title, src: photoUrl ?? '', width: 0, height: 0, fileSize: 0 } }));

/** Returns the photos of a past batch for a new order. The files stay on the server. */
const photosAgain = ({ batchId, items }: EditBatchResponse, newIds: readonly string[]): EditPhoto[] =>
  items.slice(0, newIds.length).flatMap(({ itemId, title, photoUrl: src, photoKey: uploadKey }, index) => {
    if (src === undefined || uploadKey === undefined) return [];
    const source = { batchId, itemId };
    const photo = { id: `item:${batchId}:${itemId}`, title, src, width: 0, height: 0, fileSize: 0, uploadKey, source };
    return [{ id: newIds[index] as string, photo }];
  });

const guidanceOf = ({ guidance }: EditBatchResponse): Pick<EditDraft, 'guidance'> =>
  guidance
    ? { guidance: { id: guidance.key, title: '', src: guidance.url, width: 0, height: 0, fileSize: 0, uploadKey: guidance.key } }
    : {};

const withRenewedPhoto = (one: EditPhoto, addresses: ReadonlyMap<string, string>): EditPhoto => {
  const src = addresses.get(one.photo.id);
  return src ? { ...one, photo: { ...one.photo, src } } : one;
};

export function changeDraft(draft: EditDraft, change: EditChange): EditDraft {
  switch (change.type) {
    case 'choicesChanged':
      return { ...draft, choices: { ...draft.choices, ...change.choices } };
    case 'guidanceSet':
      return { ...draft, guidance: change.guidance };
    case 'photosAdded':
      return withPhotos(draft, change.photos);
    case 'photoRemoved':
      return { ...draft, photos: draft.photos.filter(({ id }) => id !== change.id) };
    case 'removalUndone':
      return draft.photos.some(({ id }) => id === change.photo.id) || draft.photos.length >= editsPerBatchMax
        ? draft
        : { ...draft, photos: draft.photos.toSpliced(change.index, 0, change.photo) };
    case 'orderSent':
      return { ...draft, sentOrder: { id: draft.orderId, ...(change.guidanceId !== undefined && { guidanceId: change.guidanceId }) } };
    case 'started':
      return { ...withRuns(draft, [change.run]), sentOrder: undefined, orderId: change.nextId };
    case 'refused':
      return { ...draft, sentOrder: undefined, orderId: change.nextId };
    case 'notArrived':
      return { ...draft, sentOrder: undefined };
    case 'batchFound': {
      const { batch } = change;
      const withBatch = withRuns(withPhotos(draft, photosOf(batch)), [{ id: batch.batchId }]);
      return draft.photos.length === 0 ? { ...withBatch, choices: choicesOf(batch.settings) } : withBatch;
    }
    case 'batchesGone':
      return draft.runs.some(({ id }) => change.ids.includes(id))
        ? { ...draft, runs: draft.runs.filter(({ id }) => !change.ids.includes(id)) }
        : draft;
    case 'openedAgain': {
      const { batch, newIds, nextId } = change;
      return { ...startDraft(nextId), choices: choicesOf(batch.settings), ...guidanceOf(batch), photos: photosAgain(batch, newIds) };
    }
    case 'photosRenewed':
      return { ...draft, photos: draft.photos.map((one) => withRenewedPhoto(one, change.addresses)) };
    case 'startedNew':
      return { ...startDraft(change.nextId), choices: draft.choices, guidance: draft.guidance };
    case 'startUndone': {
      const { photos, runs } = change.before;
      const restored = { ...draft, photos: [...photos, ...draft.photos.filter(({ id }) => !photos.some((one) => one.id === id))] };
      return withRuns({ ...restored, photos: restored.photos.slice(0, editsPerBatchMax), runs }, draft.runs);
    }
    case 'replaced':
      return change.draft;
  }
}

/** Joins the drafts of a visitor and of the account after the visitor signs in. The photos of the visitor are first. */
export function joinDrafts(visitorDraft: EditDraft | undefined, accountDraft: EditDraft | undefined): EditDraft | undefined {
  // A visitor has no batches.
  if (!accountDraft) return visitorDraft && { ...visitorDraft, runs: [], sentOrder: undefined };
  if (!visitorDraft || visitorDraft.photos.length === 0) return accountDraft;
  const { choices, photos, guidance = accountDraft.guidance } = visitorDraft;
  return withPhotos({ ...accountDraft, choices, guidance, photos }, accountDraft.photos);
}
