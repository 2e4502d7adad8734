import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/**
 * Returns true while React takes over the elements that the build has drawn. The first render must be equal to the drawn page, so values of
 * the browser must not be used in it. The next render follows immediately.
 */
export const useIsDrawn = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
