import { type PointerEvent, useRef } from 'react';

/** A drag of at least this distance (in CSS pixels) closes the sheet. After a shorter drag, the sheet returns to its position. */
const closePixelsMin = 96;

/** Allows a finger to drag a sheet down by its handle. Keyboards and screen readers use Escape and the close button. */
export function useSheetDrag(onClose: () => void) {
  const startY = useRef<number>(undefined);
  const move = (handle: EventTarget & Element, pixels: number) => {
    handle.closest('dialog')?.style.setProperty('translate', pixels > 0 ? `0 ${pixels}px` : 'none');
  };
  const end = (event: PointerEvent) => {
    if (startY.current === undefined) return;
    const pixels = event.clientY - startY.current;
    startY.current = undefined;
    move(event.currentTarget, 0);
    if (event.type === 'pointerup' && pixels > closePixelsMin) onClose();
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      startY.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (startY.current !== undefined) move(event.currentTarget, event.clientY - startY.current);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
