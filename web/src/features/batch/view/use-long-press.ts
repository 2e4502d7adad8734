import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** A touch of at least this duration (in milliseconds) selects the element. */
const pressMs = 450;
/** Maximum movement of the finger during a long touch, in CSS pixels. A larger movement counts as scrolling. */
const moveMax = 10;

/** Calls `onPress` when a finger rests on the element. The following click is suppressed. */
export function useLongPress(onPress: () => void) {
  const timer = useRef<number>(undefined);
  const startPoint = useRef({ x: 0, y: 0 });
  const wasPressed = useRef(false);
  const cancelTimer = () => window.clearTimeout(timer.current);
  return {
    onPointerDown: (event: PointerEvent) => {
      wasPressed.current = false;
      if (event.pointerType !== 'touch') return;
      startPoint.current = { x: event.clientX, y: event.clientY };
      timer.current = window.setTimeout(() => {
        wasPressed.current = true;
        onPress();
      }, pressMs);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - startPoint.current.x, clientY - startPoint.current.y) > moveMax) cancelTimer();
    },
    onPointerUp: cancelTimer,
    onPointerCancel: cancelTimer,
    onClickCapture: (event: MouseEvent) => {
      if (wasPressed.current) event.stopPropagation();
      wasPressed.current = false;
    },
  };
}
