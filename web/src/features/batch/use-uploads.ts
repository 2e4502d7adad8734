import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { sendPhoto } from '#web/features/upload/send-photo.ts';
import { createUploadQueue, type UploadQueue, type UploadState } from '#web/features/upload/upload-queue.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { type BasicCard, type BasicState, fingerprint } from './cards.ts';
import { type Tool, tools } from './tool.ts';

/** They live as long as the site is open, so that going to another page and back sends nothing twice. */
const queues = Object.fromEntries(tools.map((tool) => [tool, createUploadQueue(sendPhoto)])) as Record<Tool, UploadQueue>;

/** Starts sending each photo as soon as a card gets it, for who is signed in, and tells how far each is. */
export function useUploads(tool: Tool, { cards, sent }: Pick<BasicState, 'cards' | 'sent'>) {
  const uploads = queues[tool];
  const session = useSession();
  const live = session.status === 'user' && !session.expired;
  const states = useSyncExternalStore(uploads.subscribe, uploads.states);

  useEffect(() => {
    uploads.keepOnly(new Set(cards.flatMap((card) => card.photo?.id ?? [])));
    if (!live) return;
    for (const card of cards) {
      const { photo } = card;
      // One that failed waits for the seller's press; a card that was sent as it is needs its photo only when it is made again.
      if (photo?.file && !uploads.states().has(photo.id) && sent[card.id] !== fingerprint(card))
        void uploads.ensure(photo).catch(() => undefined);
    }
  }, [uploads, cards, sent, live]);

  return { uploads, states, progress: useMemo(() => uploadProgress(cards, states), [cards, states]) };
}

export type UploadProgress = { done: number; total: number; share: number; stalled: boolean };

/** How far the photos of the cards are, together; nothing once all that can be sent has been. */
export function uploadProgress(cards: readonly BasicCard[], states: ReadonlyMap<string, UploadState>): UploadProgress | undefined {
  const ids = new Set(cards.flatMap(({ photo }) => photo?.id ?? []));
  const all = [...ids].flatMap((id) => states.get(id) ?? []).filter(({ status }) => status !== 'failed');
  const done = all.filter(({ status }) => status === 'done').length;
  if (done === all.length) return undefined;
  const share = all.reduce((sum, state) => sum + (state.status === 'done' ? 1 : state.status === 'sending' ? state.share : 0), 0);
  return { done, total: all.length, share: share / all.length, stalled: all.some(({ status }) => status === 'stalled') };
}
