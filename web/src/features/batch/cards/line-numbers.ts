/** The numbers of the waiting cards of a page, and when their work starts. */
import type { BatchItem, BatchOf } from '#shared/batch/api.ts';
import type { BasicCard } from './cards.ts';
import type { ShownItem } from './run.ts';

type Items = ReadonlyMap<string, ShownItem<BatchItem>>;
const known = new WeakMap<Items, { cards: readonly BasicCard[]; numbers: ReadonlyMap<string, number> }>();

/**
 * Returns the numbers of the waiting cards by card id. The service may start the items of one seller in any order, so the page assigns the
 * places of these items in the order of the cards.
 */
export function lineNumbers(cards: readonly BasicCard[], items: Items): ReadonlyMap<string, number> {
  const last = known.get(items);
  if (last?.cards === cards) return last.numbers;
  const waiting = cards.flatMap(({ id }) => {
    const item = items.get(id);
    return item?.status === 'queued' ? [{ id, line: item.line?.place, position: item.queuePosition }] : [];
  });
  const numbers = new Map([
    ...inCardOrder(waiting.flatMap(({ id, line }) => (line === undefined ? [] : [{ id, place: line }]))),
    ...inCardOrder(
      waiting.flatMap(({ id, line, position }) => (line !== undefined || position === undefined ? [] : [{ id, place: position }])),
    ),
  ]);
  known.set(items, { cards, numbers });
  return numbers;
}

/** Assigns the sorted places to the cards in their order. */
function inCardOrder(waiting: readonly { id: string; place: number }[]): [string, number][] {
  const places = waiting.map(({ place }) => place).sort((one, other) => one - other);
  return waiting.map(({ id }, index) => [id, places[index] ?? 0]);
}

export type NextStart = { isPaused: true } | { isPaused: false; seconds: number };

/** Returns when the first waiting item starts. Undefined if an item is already being made, or if the wait is unknown. */
export function nextStart(batches: readonly BatchOf<BatchItem>[]): NextStart | undefined {
  const items = batches.filter(({ status }) => status === 'running').flatMap((batch) => batch.items);
  if (items.some(({ status }) => status === 'generating')) return undefined;
  const lines = items.flatMap(({ status, line }) => (status === 'queued' && line ? [line] : []));
  if (lines.some(({ isPaused }) => isPaused)) return { isPaused: true };
  const seconds = lines.flatMap((line) => line.seconds ?? []);
  return seconds.length === 0 ? undefined : { isPaused: false, seconds: Math.min(...seconds) };
}
