import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useModal } from '#web/ui/use-modal.ts';

/**
 * The modal layer of the review.
 * - At first, the display area (stage) has the focus, so that Space plays the video.
 * - After a pointer click inside an element with `data-click-focuses-stage`, the stage has the focus again.
 * - After the review closes, the previous control has the focus again.
 */
export function useLayer(onClose: () => void, isEmpty: boolean) {
  const stage = useRef<HTMLDivElement>(null);
  const previousFocus = useRef<Element>(null);
  // This effect runs before the dialog takes the focus.
  useLayoutEffect(() => {
    previousFocus.current = document.activeElement;
  }, []);
  const { id, element, dialogProps } = useModal({ open: true, onClose, isFullWindow: true });

  useEffect(() => {
    const focusStage = () => stage.current?.focus({ preventScroll: true });
    // If a key causes the click, `detail` is 0.
    const focusStageAfterClick = ({ target, detail }: MouseEvent) => {
      if (detail > 0 && target instanceof Element && target.closest('[data-click-focuses-stage]')) focusStage();
    };
    const dialog = element.current;
    dialog?.addEventListener('click', focusStageAfterClick);
    focusStage();
    return () => {
      dialog?.removeEventListener('click', focusStageAfterClick);
      if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus({ preventScroll: true });
    };
  }, [element]);

  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isEmpty) close();
  }, [isEmpty]);

  return { id, element, stage, focusStage: () => stage.current?.focus({ preventScroll: true }), dialogProps };
}
