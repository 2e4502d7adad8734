import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { sendPhoto } from '#web/features/upload/send-photo.ts';
import { createUploadQueue } from '#web/features/upload/upload-queue.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import type { Setup } from './setup.ts';
import { type Slot, slots } from './take-picture.ts';

/** Lives as long as the site is open, so that going to another page and back sends nothing twice. */
const uploads = createUploadQueue(sendPhoto);

/** A picture that could not be sent. */
export class UploadFailure extends Error {
  readonly slot: Slot;
  constructor(slot: Slot, cause: unknown) {
    super(`The ${slot} picture could not be sent`, { cause });
    this.slot = slot;
  }
}

/** Sends each picture as soon as it is chosen, for who is signed in. */
export function usePictureUploads({ pictures, orderedRunId }: Pick<Setup, 'pictures' | 'orderedRunId'>) {
  const session = useSession();
  const live = session.status === 'user' && !session.expired;
  const states = useSyncExternalStore(uploads.subscribe, uploads.states);

  useEffect(() => {
    const chosen = Object.values(pictures);
    uploads.keepOnly(new Set(chosen.map(({ id }) => id)));
    // What a run was made of was sent; it is sent again only for another one. What failed waits for the seller's press.
    if (!live || orderedRunId) return;
    for (const picture of chosen) if (!uploads.states().has(picture.id)) void uploads.ensure(picture).catch(() => undefined);
  }, [pictures, orderedRunId, live]);

  /** The keys of some pictures, once they are sent. @throws UploadFailure */
  const send = useCallback(
    async (wanted: readonly Slot[]): Promise<Record<Slot, string>> => {
      const keys = { before: '', after: '', input: '' };
      await Promise.all(
        wanted.map(async (slot) => {
          const picture = pictures[slot];
          if (!picture) return;
          keys[slot] = await uploads.ensure(picture).catch((cause: unknown) => {
            throw new UploadFailure(slot, cause);
          });
        }),
      );
      return keys;
    },
    [pictures],
  );

  const progress = slots.flatMap((slot) => {
    const picture = pictures[slot];
    const state = picture && states.get(picture.id);
    return state ? [state] : [];
  });
  return {
    states,
    send,
    ensure: uploads.ensure,
    /** What was sent is gone from storage, after weeks perhaps: it is sent anew. */
    forget: useCallback(() => uploads.keepOnly(new Set()), []),
    isSending: progress.some(({ status }) => status === 'sending' || status === 'waiting' || status === 'stalled'),
  };
}
