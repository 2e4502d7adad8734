import { type RefObject, useEffect, useRef } from 'react';
import { store, usePipeline } from '../store/core.ts';

/** When another run or the setup appears, scrolls to the top and moves the focus there. Does nothing when the page is opened. */
export function useViewStart(): RefObject<HTMLDivElement | null> {
  const top = useRef<HTMLDivElement>(null);
  const runId = usePipeline((state) => state.runId);
  const previous = useRef({ runId, isKnown: false });
  useEffect(() => {
    const last = previous.current;
    previous.current = { runId, isKnown: store.getState().isRunKnown };
    if (last.runId === runId || !last.isKnown) return;
    window.scrollTo(0, 0);
    top.current?.focus({ preventScroll: true });
  }, [runId]);
  const isRunKnown = usePipeline((state) => state.isRunKnown);
  useEffect(() => {
    previous.current = { ...previous.current, isKnown: isRunKnown };
  }, [isRunKnown]);
  return top;
}
