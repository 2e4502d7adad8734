import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/**
 * Returns true while React takes over the elements that the build has drawn. This first render must be equal to the drawn page, so it must
 * not use values of the browser. The next render follows immediately.
 */
export const useIsDrawn = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
