import { describe, expect, test } from 'vitest';
import type { CheckResult } from '#shared/marketplaces/check.ts';
import { type Verdict, verdictOf, worstFirst } from './verdict.ts';

const result = (state: CheckResult['state'], hasRule = true): CheckResult => ({
  field: 'seconds',
  state,
  ...(hasRule && {
    rule: {
      field: 'seconds',
      max: 60,
      source: 'https://example.com',
      sourceDate: null,
      seenAt: '2026-11-21',
      grade: 'O',
      severity: 'refused',
    },
  }),
});

describe('the verdict of a placement', () => {
  test.each<[string, CheckResult[], Verdict]>([
    ['is passed if each rule passes', [result('passes'), result('passes')], 'passes'],
    ['is refused if one rule refuses', [result('passes'), result('unknown'), result('warned'), result('refused')], 'refused'],
    ['is unknown if a rule could not be compared', [result('passes'), result('warned'), result('unknown')], 'unknown'],
    ['is a warning if the file only breaks advice', [result('passes'), result('warned')], 'warned'],
    ['ignores a question without a known limit', [result('passes'), result('unknown', false)], 'passes'],
    ['is unknown if no rule exists', [result('unknown', false)], 'unknown'],
  ])('the verdict of a placement %s', (_, results, verdict) => {
    expect(verdictOf(results)).toBe(verdict);
  });
});

test('the results are sorted from the worst state to the best state', () => {
  const states = worstFirst([result('passes'), result('warned'), result('refused'), result('unknown')]).map(({ state }) => state);
  expect(states).toEqual(['refused', 'unknown', 'warned', 'passes']);
});
