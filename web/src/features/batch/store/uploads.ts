/** Uploads each photo as soon as a card contains it, and stops the upload of photos that no card contains any more. */
import type { BatchItem } from '#shared/batch/api.ts';
import type { UploadState } from '#web/features/upload/upload-queue.ts';
import { type BasicCard, fingerprint } from '../cards/cards.ts';
import { type AnyState, liveUserId, type ToolCore, watch, watchLiveUser } from './core.ts';

export function followUploads<State extends AnyState, Item extends BatchItem, Extra>({
  store,
  uploads,
}: ToolCore<State, Item, Extra>): () => void {
  const send = () => {
    const { cards, sent } = store.getState().draft;
    uploads.keepOnly(new Set(cards.flatMap(({ photo }) => photo?.id ?? [])));
    if (!liveUserId()) return;
    for (const card of cards) {
      const { photo } = card;
      // A failed upload is repeated only by the seller. The photo of an unchanged card is needed only if the card is ordered again.
      if (photo?.file && !uploads.states().has(photo.id) && sent[card.id] !== fingerprint(card))
        void uploads.ensure(photo).catch(() => undefined);
    }
  };
  const stops = [
    uploads.subscribe(() => store.setState({ uploads: uploads.states() })),
    watch(store, ({ draft }) => draft.cards, send),
    watchLiveUser(send),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

export type UploadProgress = { done: number; total: number; share: number; stalled: boolean };

/** Returns the upload progress of all photos of the cards; undefined if all uploads have ended. */
export function uploadProgress(cards: readonly BasicCard[], states: ReadonlyMap<string, UploadState>): UploadProgress | undefined {
  const ids = new Set(cards.flatMap(({ photo }) => photo?.id ?? []));
  const all = [...ids].flatMap((id) => states.get(id) ?? []).filter(({ status }) => status !== 'failed');
  const done = all.filter(({ status }) => status === 'done').length;
  if (done === all.length) return undefined;
  const share = all.reduce((sum, state) => sum + (state.status === 'done' ? 1 : state.status === 'sending' ? state.share : 0), 0);
  return { done, total: all.length, share: share / all.length, stalled: all.some(({ status }) => status === 'stalled') };
}
