import { useSyncExternalStore } from 'react';

/** Whether the window matches a media query. During the prerendering, there is no window, so the result is `onServer`. */
export const useMediaQuery = (query: string, onServer = false): boolean =>
  useSyncExternalStore(
    (listener) => {
      const mediaQuery = window.matchMedia(query);
      mediaQuery.addEventListener('change', listener);
      return () => mediaQuery.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
    () => onServer,
  );
