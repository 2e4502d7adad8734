import { useEffect, useRef } from 'react';
import { type HeldDrop, hasFiles, holdDrop, repeatDrop } from '#web/lib/held-drop.ts';

/** Stores files that are dropped while a tool loads, and repeats the drop when the tool is ready. Only the last drop is repeated. */
export function useHeldDrop(isReady: boolean): void {
  const held = useRef<HeldDrop>(undefined);
  useEffect(() => {
    if (isReady) {
      if (held.current) repeatDrop(held.current);
      held.current = undefined;
      return;
    }
    const hold = (event: DragEvent) => {
      held.current = holdDrop(event) ?? held.current;
    };
    const allow = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    window.addEventListener('drop', hold, true);
    window.addEventListener('dragover', allow);
    return () => {
      window.removeEventListener('drop', hold, true);
      window.removeEventListener('dragover', allow);
    };
  }, [isReady]);
}
