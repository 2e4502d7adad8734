/** The short reason on the chip of a marketplace. */
import type { TFunction } from 'i18next';
import { isWithin, type Limit } from '#shared/marketplaces/limits.ts';
import type { Readiness } from '#shared/marketplaces/readiness.ts';
import { limitText } from '#web/features/marketplaces/limit-text.ts';

const limitParts = ['min', 'max', 'below', 'oneOf'] as const;

type BrokenRule = Readiness['rules'][number];

/** Returns the property that the marketplace refuses, and the exceeded limit: 'Longer side at least 1,000 px'. */
export function chipReason(t: TFunction, broken: BrokenRule, language: string): string {
  const limit = exceededLimit(broken);
  const field = t(`marketplaces.field.${broken.field}`);
  return limit ? `${field} ${limitText(t, broken.field, limit, language, 'inSentence')}` : field;
}

/** Returns the part of the rule that the value does not satisfy. A property without a number has only a name. */
function exceededLimit({ field, value, rule }: BrokenRule): Limit | undefined {
  if (typeof value !== 'number') return undefined;
  const limit: Limit = rule;
  const parts = limitParts.map((name): Limit => (limit[name] === undefined ? {} : { [name]: limit[name] }));
  return parts.find((part) => !isWithin(field, part, value));
}
