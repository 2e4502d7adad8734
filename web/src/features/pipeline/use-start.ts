import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errors, isErrorCode } from '#shared/errors.ts';
import { centsFromDollars } from '#shared/money.ts';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { profileKey } from '#web/features/auth/get-profile.ts';
import type { Shortfall } from '#web/features/credits/insufficient-dialog.tsx';
import { ApiError } from '#web/lib/api.ts';
import { matchLanguage } from '#web/lib/i18n/languages.ts';
import { analyzeExample } from './analyze-example.ts';
import { type Failure, failureOf } from './failure.ts';
import { exampleOf, orderOf, type Setup, type SetupChange } from './setup.ts';
import { startRun } from './steer-run.ts';
import { slots } from './take-picture.ts';
import type { usePictureUploads } from './use-picture-uploads.ts';

export type Busy = 'analyzing' | 'uploading' | 'starting';

type Needs = {
  setup: Setup;
  change: (change: SetupChange) => void;
  uploads: ReturnType<typeof usePictureUploads>;
  onStarted: (run: RunResponse) => void;
  onReused: (runId: string) => void;
  onShortfall: (shortfall: Shortfall) => void;
};

const centsOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? centsFromDollars(value) : otherwise);

/** Whether an order surely does not stand: our own API refused it. After anything else it may. */
function isDefiniteRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError && error.isOurs && isErrorCode(error.code))) return false;
  const { status } = errors[error.code];
  return status >= 400 && status < 500 && status !== 401 && error.code !== 'BatchIdReused';
}

/** Analyzes the example, and starts the run: the pictures first, then the call. */
export function useStart({ setup, change, uploads, onStarted, onReused, onShortfall }: Needs) {
  const queries = useQueryClient();
  const { i18n } = useTranslation();
  const language = matchLanguage([i18n.language]);
  const [busy, setBusy] = useState<Busy>();
  const [failure, setFailure] = useState<Failure>();
  const analysis = useRef(new AbortController());

  /** True when it came to an answer. */
  const attempt = async (first: Busy, what: Failure['what'] & ('call' | 'analysis'), work: () => Promise<void>): Promise<boolean> => {
    if (busy) return false;
    if (!navigator.onLine) {
      setFailure({ what, code: 'Offline' });
      return false;
    }
    setFailure(undefined);
    setBusy(first);
    try {
      await work();
      return true;
    } catch (error) {
      const failed = failureOf(error, what);
      if (failed.code === 'UploadNotFound') uploads.forget();
      // The page asks to sign in again by itself.
      if (failed.code !== 'Unauthorized' && failed.code !== 'InsufficientCredits') setFailure(failed);
      return false;
    } finally {
      setBusy(undefined);
    }
  };

  const analyze = () =>
    attempt('analyzing', 'analysis', async () => {
      const of = exampleOf(setup);
      if (!of) return;
      analysis.current = new AbortController();
      const { before, after } = await uploads.send(['before', 'after']);
      const productType = setup.productType.trim();
      const request = { beforeImageUrl: before, afterImageUrl: after, productType, userRequirements: '', language };
      change({ type: 'analyzed', of, answer: await analyzeExample(request, analysis.current.signal) });
    });

  const start = (need: number, available: number) =>
    attempt('uploading', 'call', async () => {
      const { runId } = setup;
      const nextRunId = crypto.randomUUID();
      const keys = await uploads.send(slots);
      setBusy('starting');
      try {
        onStarted(await startRun(orderOf(setup, keys, language)));
        change({ type: 'ordered', runId, nextRunId });
      } catch (error) {
        const { code, details } = error instanceof ApiError ? error : { code: undefined, details: {} };
        // Another tab, or a press whose answer was lost, ordered with this key: that run is shown, and nothing is paid twice.
        if (code === 'BatchIdReused') {
          change({ type: 'ordered', runId, nextRunId });
          return onReused(runId);
        }
        if (isDefiniteRefusal(error)) change({ type: 'refused', nextRunId });
        if (code === 'InsufficientCredits') onShortfall({ need: centsOr(details.need, need), have: centsOr(details.have, available) });
        throw error;
      } finally {
        void queries.invalidateQueries({ queryKey: profileKey });
      }
    });

  return { analyze, start, busy, failure, dismissFailure: () => setFailure(undefined) };
}
