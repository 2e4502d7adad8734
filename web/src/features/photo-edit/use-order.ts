import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { centsFromDollars } from '#shared/money.ts';
import { type PhotoEditSettings, photoEditPrices } from '#shared/photo-edit/settings.ts';
import { profileKey } from '#web/features/auth/get-profile.ts';
import type { Shortfall } from '#web/features/credits/insufficient-dialog.tsx';
import { sendPhoto } from '#web/features/upload/send-photo.ts';
import { createUploadQueue, type UploadState } from '#web/features/upload/upload-queue.ts';
import { ApiError, codeOf, type PageErrorCode } from '#web/lib/api.ts';
import { orderEdit } from './order-edit.ts';
import { setUnderWay } from './under-way.ts';
import type { Work } from './work.ts';

/** It lives as long as the site is open, so that going to another page and back sends nothing twice. */
const uploads = createUploadQueue(sendPhoto);

/** Starts sending the pictures as soon as they are chosen, for who is signed in, and tells how far they are. */
export function useUploads({ photo, guidance }: Work, live: boolean): ReadonlyMap<string, UploadState> {
  const states = useSyncExternalStore(uploads.subscribe, uploads.states);
  useEffect(() => {
    const pictures = [photo, guidance].filter((one) => one !== undefined);
    uploads.keepOnly(new Set(pictures.map(({ id }) => id)));
    // One that failed waits for the seller's press.
    if (live) for (const picture of pictures) if (!uploads.states().has(picture.id)) void uploads.ensure(picture).catch(() => undefined);
  }, [photo, guidance, live]);
  return states;
}

type Needs = {
  work: Work;
  change: (next: Partial<Work>) => void;
  keep: () => Promise<void>;
  onShortfall: (shortfall: Shortfall) => void;
};

/** Sends the pictures and then the order. Its id is kept before, so that an answer that is lost is found again. */
export function useOrder({ work, change, keep, onShortfall }: Needs) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<PageErrorCode>();

  async function order(settings: PhotoEditSettings, available: number): Promise<void> {
    const { photo, guidance, orderId } = work;
    if (!photo) return;
    if (!navigator.onLine) return setFailure('Offline');
    const guide = settings.backgroundMode === 'image-guided' ? guidance : undefined;
    setFailure(undefined);
    setUnderWay(orderId);
    change({ jobId: orderId });
    try {
      await keep();
      const [imageKey, guidanceKey] = await Promise.all([uploads.ensure(photo), guide && uploads.ensure(guide)]);
      await orderEdit({ operationId: orderId, imageKey, settings, ...(guidanceKey && { guidanceKey }) });
      change({ orderId: crypto.randomUUID() });
    } catch (error) {
      const code = codeOf(error);
      // An order of this id whose answer was lost: that edit is shown, and nothing is paid twice.
      if (code === 'BatchIdReused') return change({ orderId: crypto.randomUUID() });
      // Where nothing was answered it may have been taken all the same: the job is asked for.
      if (error instanceof ApiError && error.isOurs) change({ jobId: undefined });
      // The upload is gone from storage, after weeks perhaps: the next press sends it anew.
      if (code === 'UploadNotFound') uploads.keepOnly(new Set());
      if (code === 'InsufficientCredits') onShortfall(shortfallOf(error, settings, available));
      else if (code !== 'Unauthorized') {
        if (!(error instanceof ApiError)) console.error('the edit could not be ordered', error);
        setFailure(code);
      }
    } finally {
      setUnderWay(undefined);
      // At once: a reload in between would ask for a job that was refused.
      void keep();
      void queries.invalidateQueries({ queryKey: profileKey });
    }
  }

  return { order, failure, dismissFailure: useCallback(() => setFailure(undefined), []) };
}

function shortfallOf(error: unknown, { apiMode }: PhotoEditSettings, available: number): Shortfall {
  const { need, have } = error instanceof ApiError ? error.details : {};
  return {
    need: typeof need === 'number' ? centsFromDollars(need) : photoEditPrices[apiMode],
    have: typeof have === 'number' ? centsFromDollars(have) : available,
  };
}
