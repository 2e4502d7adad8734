import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useCallback, useRef, useState } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import { centsFromDollars } from '#shared/money.ts';
import { profileKey } from '#web/features/auth/get-profile.ts';
import { createBatch } from '#web/features/batch/create-batch.ts';
import type { Shortfall } from '#web/features/credits/insufficient-dialog.tsx';
import type { UploadQueue } from '#web/features/upload/upload-queue.ts';
import { ApiError, codeOf } from '#web/lib/api.ts';
import { type Card, type Change, fingerprint } from './cards.ts';
import { itemsOf, quote } from './run.ts';

export type Sending = { cardIds: ReadonlySet<string> } | undefined;
export type CreateFailure = { code: ErrorCode | 'Unreachable'; title?: string };

const centsOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? centsFromDollars(value) : otherwise);

/** Sends cards as one batch: their photos first, then the order. */
export function useCreate(uploads: UploadQueue, change: Dispatch<Change>, onShortfall: (shortfall: Shortfall) => void) {
  const queries = useQueryClient();
  const [sending, setSending] = useState<Sending>();
  const [failure, setFailure] = useState<CreateFailure>();
  /** A press whose answer never came: the same cards again must not become a second, paid, batch. */
  const unanswered = useRef<{ batchId: string; cards: string } | undefined>(undefined);

  const create = useCallback(
    async (cards: readonly Card[], available: number) => {
      const print = JSON.stringify(cards.map((card) => [card.id, fingerprint(card)]));
      const batchId = unanswered.current?.cards === print ? unanswered.current.batchId : crypto.randomUUID();
      let title: string | undefined;
      setFailure(undefined);
      setSending({ cardIds: new Set(cards.map((card) => card.id)) });
      try {
        const keys = new Map<string, string>();
        await Promise.all(
          cards.map(async ({ id, photo }) => {
            if (!photo) return;
            const key = await uploads.ensure(photo).catch((error: unknown) => {
              title ??= photo.title;
              throw error;
            });
            keys.set(id, key);
          }),
        );
        unanswered.current = { batchId, cards: print };
        await createBatch({ batchId, kind: 'video', items: itemsOf(cards, keys) });
        unanswered.current = undefined;
        change({ type: 'batchStarted', batchId, cardIds: cards.map((card) => card.id) });
      } catch (error) {
        const code = codeOf(error);
        if (code !== 'Unreachable') unanswered.current = undefined;
        // The uploads are gone from storage, after weeks perhaps: the next press sends them anew.
        if (code === 'UploadNotFound') uploads.keepOnly(new Set());
        if (code === 'InsufficientCredits') {
          const { need, have } = error instanceof ApiError ? error.details : {};
          onShortfall({ need: centsOr(need, quote(cards)), have: centsOr(have, available) });
        } else if (code !== 'Unauthorized') {
          if (!(error instanceof ApiError)) console.error('the batch could not be started', error);
          setFailure({ code, ...(title !== undefined && { title }) });
        }
      } finally {
        setSending(undefined);
        void queries.invalidateQueries({ queryKey: profileKey });
      }
    },
    [uploads, change, onShortfall, queries],
  );

  return { create, sending, failure, dismissFailure: useCallback(() => setFailure(undefined), []) };
}
