/** Full sentences about rules that a file does not satisfy, and about findings of a check. */
import type { TFunction } from 'i18next';
import type { Finding } from '#shared/check/findings.ts';
import { type Field, flagFields } from '#shared/marketplaces/fields.ts';
import type { Limit, Value } from '#shared/marketplaces/limits.ts';
import { limitText, measuredText } from './limit-text.ts';

/** The parts of a rule that a sentence needs. */
export type StatedRule = Limit & { severity?: 'refused' | 'warned' };

/** Says the measured value and the rule: 'The video is 8 sec long. Shopee requires: 10–60 sec.' */
export function ruleSentence(
  t: TFunction,
  { field, value, rule }: { field: Field; value?: Value | undefined; rule?: StatedRule | undefined },
  { shop, language }: { shop: string; language: string },
): string {
  const fault = faultSentence(t, field, value, language);
  if (!rule) return fault;
  return [fault, requirementSentence(t, { field, rule }, { shop, language })].filter(Boolean).join(' ');
}

/** Says the measured value: 'The video is 8 sec long.' A number that was not measured has no sentence. */
export function faultSentence(t: TFunction, field: Field, value: Value | undefined, language: string): string {
  if (isFlag(field)) return t(`marketplaces.fault.${field}`, { value: '' });
  return value === undefined ? '' : withOneStop(t(`marketplaces.fault.${field}`, { value: measuredText(field, value, language) }));
}

/** Says the rule: 'Shopee requires: 10–60 sec.' */
export function requirementSentence(
  t: TFunction,
  { field, rule }: { field: Field; rule: StatedRule },
  { shop, language }: { shop: string; language: string },
): string {
  const isAdvice = rule.severity === 'warned';
  if (isFlag(field)) return t(isAdvice ? 'marketplaces.sentence.not_advised' : 'marketplaces.sentence.not_accepted', { shop });
  const limit = limitText(t, field, rule, language, 'inSentence');
  return withOneStop(t(isAdvice ? 'marketplaces.sentence.advises' : 'marketplaces.sentence.requires', { shop, limit }));
}

const isFlag = (field: Field): boolean => (flagFields as readonly Field[]).includes(field);

/** A unit can end with a full stop, for example 'Sek.'. */
const withOneStop = (sentence: string): string => sentence.replaceAll('..', '.');

export function findingSentence(t: TFunction, finding: Finding): string {
  switch (finding) {
    case 'hdr':
    case 'headerLength':
    case 'wideColours':
      return t(`check.finding.${finding}`);
    case 'moovAtEnd':
      return t('marketplaces.fault.moovAtStart');
    case 'transparent':
      return t('marketplaces.fault.alpha');
    default:
      return t(`marketplaces.fault.${finding}`);
  }
}
