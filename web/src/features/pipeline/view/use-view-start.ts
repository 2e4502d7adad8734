import { type RefObject, useEffect, useRef } from 'react';
import { store, usePipeline } from '../store/core.ts';

/** Scrolls to the top and moves the focus there when the setup and a run replace each other, except at the first view. */
export function useViewStart(): RefObject<HTMLDivElement | null> {
  const top = useRef<HTMLDivElement>(null);
  const runId = usePipeline((state) => state.runId);
  const before = useRef({ runId, isKnown: false });
  useEffect(() => {
    const last = before.current;
    before.current = { runId, isKnown: store.getState().isRunKnown };
    if (last.runId === runId || !last.isKnown) return;
    window.scrollTo(0, 0);
    top.current?.focus({ preventScroll: true });
  }, [runId]);
  const isRunKnown = usePipeline((state) => state.isRunKnown);
  useEffect(() => {
    before.current = { ...before.current, isKnown: isRunKnown };
  }, [isRunKnown]);
  return top;
}
