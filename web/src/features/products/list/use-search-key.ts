import { useEffect, useRef } from 'react';
import { isTyping } from '#web/features/review/review-keys.ts';

/** The key `/` moves the focus to the search field. While the user types in a field, or in a dialog, the key writes its character. */
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
