import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/**
 * Returns true during the hydration of the prerendered elements, in which React connects them with the components. This first render must
 * be equal to the prerendered page, so it must not use values of the browser. The next render follows immediately.
 */
export const useIsPrerendered = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
