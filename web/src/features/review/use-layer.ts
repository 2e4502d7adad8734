import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useModal } from '#web/ui/use-modal.ts';

/**
 * The modal layer of the review. The focus starts on the stage, so that Space plays, and returns to where it was. A click with the pointer
 * on a control marked with `data-press` gives the focus back to the stage.
 */
export function useLayer(onClose: () => void, isEmpty: boolean) {
  const stage = useRef<HTMLDivElement>(null);
  const before = useRef<Element>(null);
  // Runs before the dialog takes the focus.
  useLayoutEffect(() => {
    before.current = document.activeElement;
  }, []);
  const { id, element, dialogProps } = useModal({ open: true, onClose });

  useEffect(() => {
    const focusStage = () => stage.current?.focus({ preventScroll: true });
    // A click by a key has no detail.
    const press = ({ target, detail }: MouseEvent) => {
      if (detail > 0 && target instanceof Element && target.closest('[data-press]')) focusStage();
    };
    const dialog = element.current;
    dialog?.addEventListener('click', press);
    focusStage();
    return () => {
      dialog?.removeEventListener('click', press);
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    };
  }, [element]);

  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isEmpty) close();
  }, [isEmpty]);

  return {
    id,
    element,
    stage,
    focusStage: () => stage.current?.focus({ preventScroll: true }),
    dialogProps: {
      ...dialogProps,
      // In the strict mode of React, the layer closes and opens again when it is mounted. The event comes later.
      onClose: () => {
        if (!element.current?.open) onClose();
      },
    },
  };
}
