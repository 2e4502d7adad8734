import { useSyncExternalStore } from 'react';

/** Whether the window matches a media query. Without a window, returns `onServer`. */
export const useMediaQuery = (query: string, onServer = false): boolean =>
  useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
    () => onServer,
  );
