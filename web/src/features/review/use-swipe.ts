import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { isHorizontalMove } from '#web/ui/compare.ts';

/** Minimum length of a swipe in CSS pixels. A shorter swipe does not change the item. */
const swipePixelsMin = 56;
/** Duration of the animation after a swipe. */
const slideMs = 180;
/** At the first and last item, the row moves only by this share of the finger's movement. */
const shareWithoutNeighbour = 0.25;

type Swipe = { pointerId: number; clientX: number; clientY: number; isHorizontal: boolean };
type Options = {
  hasPrevious: boolean;
  hasNext: boolean;
  isStill: boolean;
  moveBy: (steps: -1 | 1) => void;
};

/** After a horizontal swipe, shows the previous or the next item. The element `row` moves with the finger. */
export function useSwipe<Row extends HTMLElement>({ hasPrevious, hasNext, isStill, moveBy }: Options) {
  const row = useRef<Row>(null);
  const swipe = useRef<Swipe>(undefined);
  /** Whether the last touch was a swipe. */
  const hasSwiped = useRef(false);

  const startSwipe = (event: PointerEvent) => {
    hasSwiped.current = false;
    if (event.pointerType === 'mouse' || swipe.current || (event.target as Element).closest('input, [data-own-drag]')) return;
    const { pointerId, clientX, clientY } = event;
    swipe.current = { pointerId, clientX, clientY, isHorizontal: false };
  };
  const moveSwipe = (event: PointerEvent) => {
    const start = swipe.current;
    if (start?.pointerId !== event.pointerId) return;
    if (!start.isHorizontal && isHorizontalMove(start, event)) {
      start.isHorizontal = true;
      hasSwiped.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      row.current?.setAttribute('data-dragging', '');
    }
    if (!start.isHorizontal || !row.current) return;
    const distance = event.clientX - start.clientX;
    const hasNeighbour = distance < 0 ? hasNext : hasPrevious;
    row.current.style.translate = `${hasNeighbour ? distance : distance * shareWithoutNeighbour}px`;
  };
  const endSwipe = (event: PointerEvent) => {
    const start = swipe.current;
    if (start?.pointerId !== event.pointerId) return;
    swipe.current = undefined;
    if (!start.isHorizontal) return;
    const distance = event.clientX - start.clientX;
    const direction = distance < 0 ? 1 : -1;
    const isLong = Math.abs(distance) > swipePixelsMin;
    const showsNeighbour = event.type === 'pointerup' && isLong && (direction === 1 ? hasNext : hasPrevious);
    void animateRow(row.current, showsNeighbour ? direction : 0, isStill).then(() => {
      // React renders the new item synchronously. Otherwise, the previous item would be visible for a moment.
      if (showsNeighbour) flushSync(() => moveBy(direction));
      row.current?.removeAttribute('data-dragging');
      row.current?.style.removeProperty('translate');
    });
  };
  const handlers = {
    onPointerDown: startSwipe,
    onPointerMove: moveSwipe,
    onPointerUp: endSwipe,
    onPointerCancel: endSwipe,
    // A swipe over a button must not count as a click.
    onClickCapture: (event: MouseEvent) => {
      if (hasSwiped.current) event.stopPropagation();
    },
  };
  return { row, handlers };
}

/** Moves the row until the previous or next item is in the middle. With the direction 0, moves the row back to the current item. */
async function animateRow(row: HTMLElement | null, direction: -1 | 0 | 1, isStill: boolean): Promise<void> {
  if (!row || isStill) return;
  const neighbour =
    direction === 0 ? undefined : row.querySelector(direction === 1 ? '[data-neighbour=next]' : '[data-neighbour=previous]');
  const from = row.style.translate;
  const to = neighbour ? Number.parseFloat(from) + middleOf(row.parentElement ?? row) - middleOf(neighbour) : 0;
  const move = row.animate([{ translate: from }, { translate: `${to}px` }], { duration: slideMs, easing: 'ease-out' });
  await move.finished;
  row.style.translate = `${to}px`;
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
