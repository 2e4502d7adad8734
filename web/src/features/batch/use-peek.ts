import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';

const openAfterMs = 150;
const closeAfterMs = 80;
/** The pointer rests on the tile when the player above it closes: that is no wish to see it again. */
const restMs = 600;

/** A preview that shows while a mouse moves over something. Touch and the keyboard have the press. */
export function usePeek() {
  const [peeking, setPeeking] = useState(false);
  const timer = useRef<number>(undefined);
  const restUntil = useRef(0);
  const inside = useRef(false);
  const plan = useCallback((open: boolean) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setPeeking(open), open ? openAfterMs : closeAfterMs);
  }, []);
  const stop = useCallback(() => {
    window.clearTimeout(timer.current);
    setPeeking(false);
  }, []);
  const rest = useCallback(() => {
    restUntil.current = performance.now() + restMs;
    inside.current = false;
    stop();
  }, [stop]);

  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (!peeking) return;
    window.addEventListener('scroll', stop, { capture: true, passive: true });
    window.addEventListener('blur', stop);
    return () => {
      window.removeEventListener('scroll', stop, { capture: true });
      window.removeEventListener('blur', stop);
    };
  }, [peeking, stop]);

  return {
    peeking,
    setPeeking,
    /** Not before the pointer has moved again. */
    rest,
    over: {
      onPointerMove: ({ pointerType }: PointerEvent) => {
        if (inside.current || pointerType !== 'mouse' || performance.now() < restUntil.current) return;
        if (!window.matchMedia('(hover: hover)').matches) return;
        inside.current = true;
        plan(true);
      },
      onPointerLeave: () => {
        inside.current = false;
        plan(false);
      },
      onBlur: stop,
    },
  };
}
