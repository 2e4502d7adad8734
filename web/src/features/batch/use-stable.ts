import { useCallback, useEffect, useRef } from 'react';

/** A function that stays the same from drawing to drawing and does what the latest one would. Not for use while drawing. */
export function useStable<Arguments extends unknown[]>(run: (...parameters: Arguments) => void): (...parameters: Arguments) => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((...parameters: Arguments) => latest.current(...parameters), []);
}
