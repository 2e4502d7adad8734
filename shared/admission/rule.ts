/**
 * The rule that gives the slots of a lane to waiting requests: start-time fair queuing (Goyal, Vin, Cheng 1996). A lane is one vendor and
 * one model. A slot is the permission to run one request at this vendor.
 *
 * Each waiting request has a start tag. The request with the smallest start tag gets the next free slot. Each request of a seller increases
 * the next start tag of this seller by the cost of the request. So in each round, a seller with a hundred requests gets as many slots as a
 * seller with one request.
 */

/**
 * `virtualTime` is the highest start tag of all requests that got a slot. `slots` may be less than `inUse`, if an operator has reduced it.
 */
export type Lane = { virtualTime: number; inUse: number; slots: number };

/** All requests have the same cost, because each request of a lane occupies one slot for about the same time. */
const costOfRequest = 1;

export type Tags = { startTag: number; finishTag: number };

/**
 * Returns the tags of a new request.
 * @param lastFinishTag the finish tag of the seller's previous request in this lane. A finish tag below the virtual time has no effect. So
 * a pause gives a seller no advantage.
 */
export function tagsOf(virtualTime: number, lastFinishTag = 0): Tags {
  const startTag = Math.max(virtualTime, lastFinishTag);
  return { startTag, finishTag: startTag + costOfRequest };
}

const tagDigits = 15;

/**
 * Returns the sort key of a waiting request. Requests with the same start tag keep the order of their arrival. `id` makes the key unique.
 */
export const queueKeyOf = (startTag: number, arrivedAt: string, id: string): string =>
  `${String(startTag).padStart(tagDigits, '0')}#${arrivedAt}#${id}`;

export const arrivedAtOf = (queueKey: string): string => queueKey.split('#')[1] ?? '';

export const startTagOf = (queueKey: string): number => Number.parseInt(queueKey, 10);

export const hasFreeSlot = ({ inUse, slots }: Pick<Lane, 'inUse' | 'slots'>): boolean => inUse < slots;

/** Returns the virtual time after a request got a slot. The virtual time never decreases. */
export const virtualTimeAfter = (virtualTime: number, startTag: number): number => Math.max(virtualTime, startTag);
