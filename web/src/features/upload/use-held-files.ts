import { useEffect, useRef } from 'react';
import { type HeldFiles, hasFiles, holdFiles, repeatFiles } from '#web/lib/held-files.ts';

/**
 * Keeps files that are dropped or pasted while a tool loads. Repeats the event when the tool is ready. If there are several such events,
 * only the last one is repeated.
 */
export function useHeldFiles(isReady: boolean): void {
  const held = useRef<HeldFiles>(undefined);
  useEffect(() => {
    if (isReady) {
      if (held.current) repeatFiles(held.current);
      held.current = undefined;
      return;
    }
    const hold = (event: DragEvent | ClipboardEvent) => {
      held.current = holdFiles(event) ?? held.current;
    };
    const allow = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    window.addEventListener('drop', hold, true);
    window.addEventListener('paste', hold, true);
    window.addEventListener('dragover', allow);
    return () => {
      window.removeEventListener('drop', hold, true);
      window.removeEventListener('paste', hold, true);
      window.removeEventListener('dragover', allow);
    };
  }, [isReady]);
}
