import { useEffect, useEffectEvent, useState } from 'react';
import { hasFiles } from '#web/lib/held-files.ts';
import { type Collected, filesOfDrop, limitFiles } from './collect-files.ts';

/**
 * Accepts files that are dropped anywhere on the page or pasted. Without this hook, the browser would replace the page with a dropped file.
 * @param addFiles undefined while files cannot be added.
 * @param max maximum number of files of a drop; if missing, the limit for photos applies.
 * @returns whether files are dragged over the page.
 */
export function useFileDrops(addFiles: ((files: Collected) => void) | undefined, max?: number): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent((event: DragEvent) => {
    setOver(false);
    if (event.defaultPrevented || !hasFiles(event)) return;
    event.preventDefault();
    if (addFiles && event.dataTransfer) void filesOfDrop(event.dataTransfer, max).then(addFiles);
  });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (!addFiles || files.length === 0) return;
    event.preventDefault();
    addFiles(limitFiles(files, max));
  });
  const over = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(addFiles !== undefined);
  });
  useEffect(() => {
    const onDrop = (event: DragEvent) => drop(event);
    const onPaste = (event: ClipboardEvent) => paste(event);
    const onOver = (event: DragEvent) => over(event);
    // If the event has no related element, the pointer has left the window.
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    document.addEventListener('paste', onPaste);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
      document.removeEventListener('paste', onPaste);
    };
  }, []);
  return isOver;
}
