import { useEffect, useEffectEvent } from 'react';
import { commandOf, isTyping, type ReviewCommand } from './review-keys.ts';

type Options = { shortcuts: boolean; isTop: boolean; run: (command: ReviewCommand) => void; leaveField: () => void };

/** Listens to the keys of the review on the document, because the focus may be lost. A dialog above the review gets its keys itself. */
export function useReviewKeys({ shortcuts, isTop, run, leaveField }: Options): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isTop || event.defaultPrevented) return;
    // Escape in a field only leaves the field, so that a half-written prompt does not vanish.
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
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
