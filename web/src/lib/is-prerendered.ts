import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/**
 * Returns true during the hydration of the prerendered elements. In this first render, React connects the elements with the components. The
 * render must be equal to the prerendered page, so it must not use values of the browser. The next render follows immediately.
 */
export const useIsPrerendered = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
