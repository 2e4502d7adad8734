import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { centsFromDollars } from '#shared/money.ts';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { profileKey } from '#web/features/auth/get-profile.ts';
import type { Shortfall } from '#web/features/credits/insufficient-dialog.tsx';
import { ApiError, codeOf } from '#web/lib/api.ts';
import { sessionStore } from '#web/lib/storage.ts';
import { type Failure, failureOf } from './failure.ts';
import { runKey } from './get-run.ts';
import { steerRun } from './steer-run.ts';

/** So often the balance is looked at while a run waits for it. */
const balanceEveryMs = 10_000;
const waitingKey = 'vitrine.run_waits_for_credits';

/** The run changed its state before the press: what is shown is old, and no mistake of the seller's. */
const overtaken = ['NothingToStop', 'NothingToContinue', 'RunNotFound'];

type Needs = {
  run: RunResponse | undefined;
  /** Cents that are free, and what the next image costs. */
  available: number | undefined;
  imageCents: number;
  learn: (run: RunResponse) => void;
  onShortfall: (shortfall: Shortfall) => void;
};

/** Stops a run, or goes on with it; after a top-up it goes on by itself. */
export function useSteer({ run, available, imageCents, learn, onShortfall }: Needs) {
  const queries = useQueryClient();
  const [pending, setPending] = useState<'stopRun' | 'continueRun'>();
  const [failure, setFailure] = useState<Failure>();
  const runId = run?.runId;
  // Nothing is asked of the server that the balance cannot cover; where something else than an image is next, it may well go on.
  const wantsImage = run?.error?.code === 'InsufficientCredits' || run?.error?.during === 'generation';
  const shortfall = wantsImage && available !== undefined && available < imageCents ? available : undefined;

  const steer = useCallback(
    async (what: 'stopRun' | 'continueRun') => {
      if (!runId) return;
      setFailure(undefined);
      if (what === 'continueRun' && shortfall !== undefined) return onShortfall({ need: imageCents, have: shortfall });
      setPending(what);
      try {
        learn(await steerRun(what, runId));
      } catch (error) {
        const code = codeOf(error);
        const { need, have } = error instanceof ApiError ? error.details : {};
        if (code === 'InsufficientCredits' && typeof need === 'number' && typeof have === 'number')
          onShortfall({ need: centsFromDollars(need), have: centsFromDollars(have) });
        else if (overtaken.includes(code)) await queries.invalidateQueries({ queryKey: runKey(runId) });
        else if (code !== 'Unauthorized') setFailure(failureOf(error, 'call'));
      } finally {
        setPending(undefined);
        void queries.invalidateQueries({ queryKey: profileKey });
      }
    },
    [runId, learn, onShortfall, queries, shortfall, imageCents],
  );

  const waits = run?.status === 'paused' && run.error?.code === 'InsufficientCredits' && run.canContinue;
  const lacks = waits && available !== undefined && available < imageCents;

  // It was seen to lack credits, here or before the payment page: it goes on once they are there, as the seller wanted when paying.
  const goesOn = useRef<string>(undefined);
  useEffect(() => {
    if (!waits || !runId || available === undefined) return;
    if (lacks) return sessionStore.write(waitingKey, runId);
    if (sessionStore.read(waitingKey) !== runId || goesOn.current === runId) return;
    goesOn.current = runId;
    sessionStore.remove(waitingKey);
    void steer('continueRun').finally(() => {
      goesOn.current = undefined;
    });
  }, [waits, lacks, runId, available, steer]);

  useEffect(() => {
    if (!lacks) return;
    const timer = window.setInterval(() => void queries.invalidateQueries({ queryKey: profileKey }), balanceEveryMs);
    return () => window.clearInterval(timer);
  }, [lacks, queries]);

  return {
    steer,
    pending,
    failure,
    /** It cannot go on before a top-up. */
    lacks,
    dismissFailure: useCallback(() => setFailure(undefined), []),
  };
}
