import { useEffect, useEffectEvent } from 'react';
import { commandOf, isTyping, type ReviewCommand } from './review-keys.ts';

type Options = { shortcuts: boolean; isTop: boolean; run: (command: ReviewCommand) => void; leaveField: () => void };

/**
 * Handles the shortcuts of the review on the document, because perhaps no element has the focus. A dialog above the review handles its own
 * keys.
 */
export function useReviewKeys({ shortcuts, isTop, run, leaveField }: Options): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isTop || event.defaultPrevented) return;
    // In a field, Escape only removes the focus from the field, so that an incomplete prompt is not lost.
    if (event.key === 'Escape' && isTyping(event.target)) {
      event.preventDefault();
      leaveField();
      return;
    }
    const command = commandOf(event, shortcuts);
    if (!command) return;
    event.preventDefault();
    run(command);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
