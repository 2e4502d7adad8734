/** Uploads a photo as soon as a card contains it. If the photo is no longer in any card, stops its upload. */
import type { BatchItem } from '#shared/batch/api.ts';
import type { UploadState } from '#web/features/upload/upload-queue.ts';
import { type BasicCard, fingerprint } from '../cards/cards.ts';
import { type AnyState, liveUserId, type ToolCore, watch, watchLiveUser } from './core.ts';

export function followUploads<State extends AnyState, Item extends BatchItem, Extra>({
  store,
  uploads,
}: ToolCore<State, Item, Extra>): () => void {
  const sendPhotos = () => {
    const { cards, sent } = store.getState().draft;
    uploads.keepOnly(new Set(cards.flatMap(({ photo }) => photo?.id ?? [])));
    if (!liveUserId()) return;
    for (const card of cards) {
      const { photo } = card;
      // After a failed upload, only the seller can try again. For an unchanged card, the photo is needed only if the card is ordered again.
      if (photo?.file && !uploads.states().has(photo.id) && sent[card.id] !== fingerprint(card))
        void uploads.ensure(photo).catch(() => undefined);
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The check of 300 photos takes several milliseconds, so it starts after the cards are shown.
  const sendSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      sendPhotos();
    });
  };
  const stopFunctions = [
    uploads.subscribe(() => store.setState({ uploads: uploads.states() })),
    watch(store, ({ draft }) => draft.cards, sendSoon),
    watchLiveUser(sendSoon),
    () => clearTimeout(timer),
  ];
  return () => {
    for (const stop of stopFunctions) stop();
  };
}

export type UploadProgress = { done: number; total: number; share: number; stalled: boolean };

/** Returns the upload progress of all photos of the cards. Returns undefined if all uploads have ended. */
export function uploadProgress(cards: readonly BasicCard[], states: ReadonlyMap<string, UploadState>): UploadProgress | undefined {
  const ids = new Set(cards.flatMap(({ photo }) => photo?.id ?? []));
  const uploads = [...ids].flatMap((id) => states.get(id) ?? []).filter(({ status }) => status !== 'failed');
  const done = uploads.filter(({ status }) => status === 'done').length;
  if (done === uploads.length) return undefined;
  const share = uploads.reduce((sum, state) => sum + (state.status === 'done' ? 1 : state.status === 'sending' ? state.share : 0), 0);
  return { done, total: uploads.length, share: share / uploads.length, stalled: uploads.some(({ status }) => status === 'stalled') };
}
