/** Computes the place of a waiting item in the queue of its lane, and the estimated time until it gets a slot. */

/** A waiting item of a lane. The entries of a lane are sorted by `queueKey`. */
export type LineEntry = { userId: string; batchId: string; index: number; queueKey: string };

type LaneSpeed = { slots: number; typicalSeconds: number };

/**
 * Returns the place of each item of a batch that has not started. If an item is not in the queue yet, its place is after the last item of
 * its batch. Every waiting seller gets one slot before each of these later items.
 * @param indexes the items in the order in which they start.
 * @returns the places by index. The result is empty if no item of the batch is in the queue.
 */
export function placesOf(
  line: readonly LineEntry[],
  batch: { userId: string; batchId: string },
  indexes: readonly number[],
): Map<number, number> {
  const places = new Map<number, number>();
  for (const [position, { userId, batchId, index }] of line.entries())
    if (userId === batch.userId && batchId === batch.batchId && indexes.includes(index)) places.set(index, position + 1);
  if (places.size === 0) return places;
  const sellerCount = new Set(line.map(({ userId }) => userId)).size;
  let place = Math.max(...places.values());
  for (const index of indexes) {
    if (places.has(index)) continue;
    place += sellerCount;
    places.set(index, place);
  }
  return places;
}

/**
 * Returns the estimated seconds until an item with this place gets a slot. A slot becomes free when a request with the typical duration
 * ends.
 */
export const secondsUntilSlot = (place: number, { slots, typicalSeconds }: LaneSpeed): number =>
  slots > 0 ? Math.ceil((place / slots) * typicalSeconds) : Number.POSITIVE_INFINITY;
