/** Rate limits per user and per IP address (docs/spec.md 20.2). Many users can share one address. */

/** The calls of users. */
export type UserRate = 'newAccount' | 'checkout' | 'paymentRead' | 'order' | 'item' | 'helper' | 'upload' | 'export' | 'keep';
/** The calls of visitors. They have no account, so only the limit per IP address applies. */
export type VisitorRate = 'verify';
export type Rate = UserRate | VisitorRate;

type VisitorLimit = {
  windowSeconds: number;
  /** Limit per IP address. The users of an office, a campus or a mobile network can share one IP address. */
  address: number;
};

type UserLimit = VisitorLimit & {
  /** Limit per user. */
  user: number;
};

const hourSeconds = 3600;

export const rateLimits: Record<UserRate, UserLimit> & Record<VisitorRate, VisitorLimit> = {
  /** Users may delete and recreate an account a few times a day. The address limit is low, because each new account can get $5. */
  newAccount: { windowSeconds: 24 * hourSeconds, user: 5, address: 20 },
  /**
   * Counts all calls, even if they open no payment page, because a person who tests stolen cards makes many calls. Opened pages also have
   * a daily limit (daily-limits.ts).
   */
  checkout: { windowSeconds: hourSeconds, user: 100, address: 300 },
  /** Reads of a payment's status. If the payment never arrives, the page reads the status about a hundred times. */
  paymentRead: { windowSeconds: hourSeconds, user: 600, address: 1800 },
  /** Calls that order, cancel or stop. The limit allows one call every six seconds for an hour. */
  order: { windowSeconds: hourSeconds, user: 600, address: 1800 },
  /** Items of all ordered batches. The limit allows thirty full batches. Failed items are not charged, but cost us money. */
  item: { windowSeconds: hourSeconds, user: 3000, address: 9000 },
  /** Free calls that need computing time or call a vendor. The page can request the prompts of a hundred cards at the same time. */
  helper: { windowSeconds: 60, user: 150, address: 600 },
  /** The limit is enough for several batches of a hundred photos and their frames. */
  upload: { windowSeconds: hourSeconds, user: 1500, address: 4500 },
  /**
   * Marks of kept results and names of runs. The limit is enough for the marks of three full batches in a minute. Each call costs us a read
   * and a write.
   */
  keep: { windowSeconds: 60, user: 300, address: 1200 },
  /** Each export reads all data of an account. */
  export: { windowSeconds: hourSeconds, user: 6, address: 60 },
  /** A call costs us a read and a write. */
  verify: { windowSeconds: 60, address: 120 },
};

/** Returns the start of the current window in seconds since 1970. */
export const windowStart = (rate: Rate, now: Date): number => {
  const { windowSeconds } = rateLimits[rate];
  return Math.floor(now.getTime() / 1000 / windowSeconds) * windowSeconds;
};

/** Returns the seconds until the window ends, for the Retry-After header. */
export const retryAfterSeconds = (rate: Rate, now: Date): number =>
  Math.ceil(windowStart(rate, now) + rateLimits[rate].windowSeconds - now.getTime() / 1000);

/**
 * Returns the network of an address. The network of an IPv6 address is its first 64 bits, because one household owns all addresses with
 * these bits. The result is undefined for localhost, so local calls have no address limit.
 */
export function networkOf(address: string): string | undefined {
  if (address === '127.0.0.1' || address === '::1' || address === '') return undefined;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const tailGroups = tail?.split(':').filter(Boolean) ?? [];
  const allGroups =
    tail === undefined
      ? groups
      : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - tailGroups.length)).fill('0'), ...tailGroups];
  return `${allGroups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
