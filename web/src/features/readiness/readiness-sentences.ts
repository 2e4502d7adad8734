/** Sentences about the readiness of a result. */
import type { TFunction } from 'i18next';
import type { Readiness } from '#shared/marketplaces/readiness.ts';
import { faultSentence, requirementSentence, ruleSentence } from '#web/features/marketplaces/sentence.ts';
import type { ShopReadiness } from './shop-readiness.ts';

/** Returns why a marketplace would refuse a result, or which numbers are missing. A ready result has no sentence. */
export const readinessSentences = (t: TFunction, { name, placements }: ShopReadiness, language: string): string[] => [
  ...new Set(placements.flatMap((readiness) => placementSentences(t, readiness, name, language))),
];

/**
 * Returns why marketplaces refuse a file. Each fault is said once, followed by the rules of the marketplaces: 'The video is 8 sec long.
 * Shopee requires: …'
 */
export function refusalSentences(t: TFunction, shops: readonly ShopReadiness[], language: string): string[] {
  const requirements = new Map<string, Set<string>>();
  for (const { name, placements } of shops)
    for (const { state, rules } of placements)
      for (const { field, value, rule } of state === 'notReady' ? rules : []) {
        const fault = faultSentence(t, field, value, language);
        requirements.set(
          fault,
          (requirements.get(fault) ?? new Set()).add(requirementSentence(t, { field, rule }, { shop: name, language })),
        );
      }
  return [...requirements].flatMap(([fault, ofFault]) => [fault, ...ofFault]);
}

export function placementSentences(t: TFunction, { state, rules }: Readiness, shop: string, language: string): string[] {
  if (state === 'ready') return [];
  if (state === 'notReady') return rules.map((rule) => ruleSentence(t, rule, { shop, language }));
  if (rules.length === 0) return [t('readiness.no_numbers', { shop })];
  const fields = rules.map(({ field }) => t(`marketplaces.field.${field}`));
  return [t('readiness.unmeasured', { fields: new Intl.ListFormat(language).format(fields) })];
}
