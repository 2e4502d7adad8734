import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { announceRunEnd } from '#web/lib/run-end.ts';
import { progressOf } from '../cards/run.ts';
import { isRunning } from '../store/core.ts';
import { useBench, useBenchState } from './bench-context.tsx';

/** Informs the seller about the end of a run if the browser tab is hidden. */
export function useRunEnd(): void {
  const { t } = useTranslation();
  const { kind } = useBench();
  const running = useBenchState(isRunning);
  const { completed, failed, cancelled, total } = useBenchState(useShallow(({ draft, items }) => progressOf(draft.cards, items)));
  const wasRunning = useRef(false);
  useEffect(() => {
    const hasEnded = wasRunning.current && !running && total > 0;
    wasRunning.current = running;
    if (hasEnded) announceRunEnd(t(`${kind}.announce.finished`, { completed, failed: failed + cancelled }));
  }, [running, total, completed, failed, cancelled, kind, t]);
}
