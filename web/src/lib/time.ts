/** Formats times in the language of the page (docs/spec.md 14.2, 19.4). */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Formats a time as '3 hours ago' or '2 days ago'. Returns undefined for less than an hour, because such a time has a separate text. */
export function relativeTime(iso: string, nowMs: number, language: string): string | undefined {
  const passedMs = nowMs - Date.parse(iso);
  if (passedMs < hourMs) return undefined;
  const [count, unit] = passedMs < dayMs ? ([passedMs / hourMs, 'hour'] as const) : ([passedMs / dayMs, 'day'] as const);
  return new Intl.RelativeTimeFormat(language).format(-Math.floor(count), unit);
}

/** Formats a medium date and a short time, for example 'Nov 21, 2026, 3:42 PM'. */
export const dateAndTime = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

/** Returns the local day of a time as a text, for example 'Today', 'Yesterday' or 'Nov 21, 2026'. */
export function dayName(iso: string, nowMs: number, language: string): string {
  const time = new Date(iso);
  const startOfDay = (date: Date) => new Date(date).setHours(0, 0, 0, 0);
  // When summer time starts or ends, a day has 23 or 25 hours.
  const daysAgo = Math.round((startOfDay(new Date(nowMs)) - startOfDay(time)) / dayMs);
  if (daysAgo > 1) return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(time);
  const name = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.max(0, daysAgo), 'day');
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Formats an elapsed time as '1:05' or '1:02:09'. */
export function elapsedTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const twoDigits = (count: number) => String(count).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const clock = `${minutes % 60}:${twoDigits(seconds % 60)}`;
  return minutes < 60 ? clock : `${Math.floor(minutes / 60)}:${clock.padStart(5, '0')}`;
}

/** Formats an estimated duration as '40 sec' or '3 min'. Rounds a short duration up to a multiple of 10 s, and a long one to minutes. */
export function roughTime(ms: number, language: string): string {
  const inMinutes = ms >= 1.5 * minuteMs;
  const value = inMinutes ? Math.round(ms / minuteMs) : Math.max(1, Math.ceil(ms / 10_000)) * 10;
  return new Intl.NumberFormat(language, { style: 'unit', unit: inMinutes ? 'minute' : 'second', unitDisplay: 'short' }).format(value);
}
