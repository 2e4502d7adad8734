/** Converts the start time of an order, which a seller enters as a local time, to an instant. */
import * as z from 'zod';

const dayMs = 24 * 3_600_000;

export const localTime = z.object({
  /** A date and a time without a zone, for example `2026-11-27T09:00`. */
  time: z
    .string()
    .max(16)
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
  /** A name of the IANA time zone database, for example `Asia/Bangkok`. */
  zone: z.string().min(1).max(64),
});
export type LocalTime = z.infer<typeof localTime>;

/**
 * Returns the instant of a local time. If summer time starts and the clock skips the time, the instant is later by the skipped time. If
 * summer time ends and the time occurs twice, the instant is the first one.
 * @returns undefined for an unknown zone and for a date that does not exist.
 */
export function instantOf({ time, zone }: LocalTime): Date | undefined {
  const asUtcMs = Date.parse(`${time}:00Z`);
  if (Number.isNaN(asUtcMs) || !new Date(asUtcMs).toISOString().startsWith(time)) return undefined;
  const offsetAt = offsetIn(zone);
  if (!offsetAt) return undefined;
  const offsetBefore = offsetAt(asUtcMs - dayMs);
  const offsets = new Set([offsetBefore, offsetAt(asUtcMs + dayMs)]);
  const instants = [...offsets].map((offset) => asUtcMs - offset).filter((instant) => instant + offsetAt(instant) === asUtcMs);
  return new Date(instants.length > 0 ? Math.min(...instants) : asUtcMs - offsetBefore);
}

/** Returns a function that returns the offset of a zone from UTC in milliseconds, or undefined for an unknown zone. */
function offsetIn(timeZone: string): ((instantMs: number) => number) | undefined {
  const options = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
  try {
    const format = new Intl.DateTimeFormat('en-US', { ...options, hourCycle: 'h23', timeZone });
    return (instantMs) => {
      const parts = new Map(format.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]));
      const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
      const localMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
      return localMs - Math.floor(instantMs / 1000) * 1000;
    };
  } catch {
    return undefined;
  }
}
