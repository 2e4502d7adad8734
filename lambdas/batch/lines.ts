/** The places of a batch's waiting items in the queues of their lanes. The page of the batch shows them. */
import type { LaneName } from '#shared/admission/lanes.ts';
import { type LineEntry, placesOf, secondsUntilSlot } from '#shared/admission/place.ts';
import type { LinePlace } from '#shared/batch/api.ts';
import { log } from '../platform/log.ts';
import type { BatchItem } from '../store/batch-rows.ts';
import { type LaneRow, type Pause, pauseOf, readLane } from '../store/slots.ts';
import { firstInQueue, readLine } from '../store/tickets.ts';
import { lanesOf } from './item-lanes.ts';

type LaneState = { line: LineEntry[]; speed: LaneRow; pause: Pause | undefined };

/** An execution environment caches a queue for this time. So all pages that poll this environment share one read. */
const keptMs = 5_000;
const laneStates = new Map<LaneName, { readAt: number; state: Promise<LaneState> }>();

/**
 * Returns the place of each waiting item, by index. A lane without a waiting item is not read. If the queues cannot be read, returns no
 * places, because the page still needs the other data of the batch.
 */
export const linePlaces = (items: readonly BatchItem[], now: Date): Promise<Map<number, LinePlace>> =>
  readPlaces(items, now).catch((error) => {
    log('warn', 'the places of waiting items could not be read', { error });
    return new Map();
  });

async function readPlaces(items: readonly BatchItem[], now: Date): Promise<Map<number, LinePlace>> {
  const waiting = items.filter(({ status, cancelRequestedAt }) => (status === 'queued' || status === 'generating') && !cancelRequestedAt);
  const places = new Map<number, LinePlace>();
  const [first] = waiting;
  if (!first) return places;
  for (const lane of new Set(waiting.flatMap(lanesOf))) {
    const { line, speed, pause } = await stateOf(lane, now);
    const isOfLane = (item: BatchItem) => lanesOf(item).includes(lane);
    // A generating item has a place only while it waits for the slot of its next request.
    const isListed = ({ index }: BatchItem) => line.some((entry) => entry.index === index && entry.batchId === first.batchId);
    const indexes = waiting.filter((item) => isOfLane(item) && (item.status === 'queued' || isListed(item))).map(({ index }) => index);
    for (const [index, place] of placesOf(line, first, indexes))
      places.set(index, { place, ...(pause ? { isPaused: true } : { seconds: secondsUntilSlot(place, speed) }) });
  }
  return places;
}

function stateOf(lane: LaneName, now: Date): Promise<LaneState> {
  const kept = laneStates.get(lane);
  if (kept && now.getTime() - kept.readAt < keptMs) return kept.state;
  const state = readState(lane, now);
  laneStates.set(lane, { readAt: now.getTime(), state });
  // A failed read must not be cached.
  state.catch(() => laneStates.delete(lane));
  return state;
}

async function readState(lane: LaneName, now: Date): Promise<LaneState> {
  const line = await readLine(lane);
  if (line.length === 0) return { line, speed: { virtualTime: 0, inUse: 0, slots: 0, typicalSeconds: 0 }, pause: undefined };
  const [speed, first] = await Promise.all([readLane(lane), firstInQueue(lane)]);
  const pause = await pauseOf(lane, now, first?.mils);
  return { line, speed, pause };
}
