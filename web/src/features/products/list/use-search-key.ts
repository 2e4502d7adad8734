import { useEffect, useRef } from 'react';
import { isTyping } from '#web/features/review/review-keys.ts';

/** The key `/` moves the focus to the search field. In a text field, in a dialog and in a menu, the key has its usual effect. */
export function useSearchKey() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isInDialog = event.target instanceof Element && event.target.closest('dialog,[role=menu]') !== null;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isInDialog) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
  return field;
}
