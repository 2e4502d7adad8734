/** The age of the rules. Marketplaces change their rules, so we review every rule after some months. */
import type { Placement } from './schema.ts';

/** After this time, a rule is due for a review, even if its file contains a later day. */
export const reviewDays = 180;
const dayMs = 24 * 60 * 60 * 1000;

type Dates = Pick<Placement, 'reviewBy'> & { rules: readonly { seenAt: string }[] };

/** @param today a date such as `2026-11-23` */
export function reviewState({ reviewBy, rules }: Dates, today: string): 'current' | 'due' {
  const ageDays = (date: string) => (Date.parse(today) - Date.parse(date)) / dayMs;
  return today > reviewBy || rules.some(({ seenAt }) => ageDays(seenAt) > reviewDays) ? 'due' : 'current';
}
