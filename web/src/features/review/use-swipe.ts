import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { goesSideways } from '#web/ui/compare.ts';

/** In CSS pixels. A shorter swipe returns to the same item. */
const turnsAfter = 56;
const turnMs = 180;
/** Share of the finger's movement that the row follows if there is no further item. */
const resistance = 0.25;

type Held = { pointerId: number; clientX: number; clientY: number; counts: boolean };
type Options = {
  hasPrevious: boolean;
  hasNext: boolean;
  isStill: boolean;
  turn: (by: -1 | 1) => void;
};

/** Shows the previous or the next item after a swipe to the side. `row` moves with the finger. */
export function useSwipe<Row extends HTMLElement>({ hasPrevious, hasNext, isStill, turn }: Options) {
  const row = useRef<Row>(null);
  const held = useRef<Held>(undefined);
  const swiped = useRef(false);

  const grip = (event: PointerEvent) => {
    swiped.current = false;
    if (event.pointerType === 'mouse' || held.current || (event.target as Element).closest('input, [data-own-drag]')) return;
    const { pointerId, clientX, clientY } = event;
    held.current = { pointerId, clientX, clientY, counts: false };
  };
  const drag = (event: PointerEvent) => {
    const from = held.current;
    if (from?.pointerId !== event.pointerId) return;
    if (!from.counts && goesSideways(from, event)) {
      from.counts = true;
      swiped.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      row.current?.setAttribute('data-dragging', '');
    }
    if (!from.counts || !row.current) return;
    const across = event.clientX - from.clientX;
    const isFree = across < 0 ? hasNext : hasPrevious;
    row.current.style.translate = `${isFree ? across : across * resistance}px`;
  };
  const drop = (event: PointerEvent) => {
    const from = held.current;
    if (from?.pointerId !== event.pointerId) return;
    held.current = undefined;
    if (!from.counts) return;
    const across = event.clientX - from.clientX;
    const by = across < 0 ? 1 : -1;
    const turns = event.type === 'pointerup' && Math.abs(across) > turnsAfter && (by === 1 ? hasNext : hasPrevious);
    void glide(row.current, turns ? by : 0, isStill).then(() => {
      // In one step, so that the last item does not flash up.
      if (turns) flushSync(() => turn(by));
      row.current?.removeAttribute('data-dragging');
      row.current?.style.removeProperty('translate');
    });
  };
  const handlers = {
    onPointerDown: grip,
    onPointerMove: drag,
    onPointerUp: drop,
    onPointerCancel: drop,
    // A swipe over a button is not a click.
    onClickCapture: (event: MouseEvent) => {
      if (swiped.current) event.stopPropagation();
    },
  };
  return { row, handlers };
}

/** Moves the row until a neighbour is in the middle, or back. */
async function glide(row: HTMLElement | null, by: -1 | 0 | 1, isStill: boolean): Promise<void> {
  if (!row || isStill) return;
  const neighbour = by === 0 ? undefined : row.querySelector(by === 1 ? '[data-neighbour=next]' : '[data-neighbour=previous]');
  const from = row.style.translate;
  const to = neighbour ? Number.parseFloat(from) + middleOf(row.parentElement ?? row) - middleOf(neighbour) : 0;
  const move = row.animate([{ translate: from }, { translate: `${to}px` }], { duration: turnMs, easing: 'ease-out' });
  await move.finished;
  row.style.translate = `${to}px`;
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
