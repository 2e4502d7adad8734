import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';

type Layers = {
  /** The number of open menus and popovers. While one of them is open, the page shows no toast, because a toast would cover it. */
  count: number;
  /** Whether the topmost dialog is smaller than the window. It shows no welcome toast. */
  hasSmallDialog: boolean;
};

export const openLayers = createStore<Layers>(() => ({ count: 0, hasSmallDialog: false }));

/** Counts a menu or a popover as open. It must be inside the element that exists only while the layer is open. */
export function OpenLayer() {
  useEffect(() => {
    openLayers.setState(({ count }) => ({ count: count + 1 }));
    return () => openLayers.setState(({ count }) => ({ count: count - 1 }));
  }, []);
  return null;
}
