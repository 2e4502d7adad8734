/** What may be done so often in a while: for each user, and for each address, behind which many may sit (Q18). */

export type Rate = 'newAccount' | 'checkout' | 'paymentRead' | 'order' | 'item' | 'helper' | 'upload' | 'export';

type RateLimit = {
  windowSeconds: number;
  /** For one user. */
  user: number;
  /** For one address: an office, a campus, the customers of a mobile network. */
  address: number;
};

const hour = 3600;

export const rateLimits: Record<Rate, RateLimit> = {
  /** Who deletes an account may change their mind some times a day; behind an address, each new one may bring five dollars. */
  newAccount: { windowSeconds: 24 * hour, user: 5, address: 20 },
  /** Fifty that open a page end the day (daily-limits.ts); this ends tries that open none, of which who tries stolen cards needs many. */
  checkout: { windowSeconds: hour, user: 100, address: 300 },
  /** How a payment stands: the page asks about a hundred times for one that never comes. */
  paymentRead: { windowSeconds: hour, user: 600, address: 1800 },
  /** Calls that order, cancel or stop: one every six seconds through the hour. */
  order: { windowSeconds: hour, user: 600, address: 1800 },
  /** The videos, images and edits of those orders: thirty full batches. What fails is not charged, but costs us. */
  item: { windowSeconds: hour, user: 3000, address: 9000 },
  /** Free calls that compute or ask a vendor. The page writes the prompts of a hundred cards in one go. */
  helper: { windowSeconds: 60, user: 150, address: 600 },
  /** A hundred photos and their frames, several times over. */
  upload: { windowSeconds: hour, user: 1500, address: 4500 },
  /** Each reads all that an account has. */
  export: { windowSeconds: hour, user: 6, address: 60 },
};

/** When a window began, in seconds since 1970. */
export const windowStart = (rate: Rate, now: Date): number => {
  const { windowSeconds } = rateLimits[rate];
  return Math.floor(now.getTime() / 1000 / windowSeconds) * windowSeconds;
};

/** Whole seconds until a window ends: what Retry-After says. */
export const retryAfterSeconds = (rate: Rate, now: Date): number =>
  Math.ceil(windowStart(rate, now) + rateLimits[rate].windowSeconds - now.getTime() / 1000);

/**
 * The network behind an address: of IPv6 the first 64 bits, for every household has all addresses below them. Undefined for this
 * machine's own, from which nobody calls over the internet: locally everybody does.
 */
export function networkOf(address: string): string | undefined {
  if (address === '127.0.0.1' || address === '::1' || address === '') return undefined;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const all =
    tail === undefined ? groups : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
