import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { basicTopics, fieldsOf, topicOf } from './fields.ts';
import type { Limit } from './limits.ts';
import { reviewDays, reviewState } from './review.ts';
import { placementIds, ruleFiles } from './rule-files.ts';
import { placementOf, placements } from './rules.ts';
import { type Placement, placementSchema } from './schema.ts';

const folder = join(import.meta.dirname, 'rules');
/** The newest day on which we read one of these rules. */
const lastSeenDay = '2026-11-21';

const valid = placementOf('shopee.listing-video');
const [firstRule] = valid.rules;
const withRule = (change: object): unknown => ({ ...valid, rules: [{ ...firstRule, ...change }, ...valid.rules.slice(1)] });

describe('the schema rejects', () => {
  test.each<[string, unknown]>([
    ['a rule without a source', withRule({ source: undefined })],
    ['a source without https', withRule({ source: 'http://open.shopee.com' })],
    ['a rule without the date of its source', withRule({ sourceDate: undefined })],
    ['a source date with a month 13', withRule({ sourceDate: '2026-13' })],
    ['a rule without the day on which it was read', withRule({ seenAt: undefined })],
    ['a day that does not exist', withRule({ seenAt: '2026-02-30' })],
    ['a rule without a grade', withRule({ grade: undefined })],
    ['an unknown grade', withRule({ grade: 'X' })],
    ['a rule without a severity', withRule({ severity: undefined })],
    ['an unknown field', withRule({ field: 'weight' })],
    ['an unknown key', withRule({ maximum: 60 })],
    ['a rule without a limit', withRule({ min: undefined, max: undefined })],
    ['two limits that exclude each other', withRule({ oneOf: [10] })],
    ['a text as a number', withRule({ max: '60' })],
    ['a negative limit', withRule({ min: -1 })],
    ['an infinite limit', withRule({ max: Number.POSITIVE_INFINITY })],
    ['an empty list', withRule({ min: undefined, max: undefined, oneOf: [] })],
    ['an unknown name', withRule({ field: 'container', min: undefined, max: undefined, oneOf: ['mp5'] })],
    ['a ratio that is not a ratio', withRule({ field: 'ratio', min: undefined, max: '16/9' })],
    ['a field of images in a video', withRule({ field: 'fillShare' })],
    ['a basic question without a rule that is not unknown', { ...valid, unknown: ['container', 'ratio'] }],
    ['a basic question that has a rule and is unknown', { ...valid, unknown: [...valid.unknown, 'seconds'] }],
    ['an unknown shop', { ...valid, shop: 'unknown' }],
    ['an id that differs from its shop', { ...valid, id: 'lazada.listing-video' }],
    ['a placement without a review day', { ...valid, reviewBy: undefined }],
    ['more rules than the limit', { ...valid, rules: Array.from({ length: 41 }, () => firstRule) }],
  ])('the schema rejects %s', (_, input) => {
    expect(placementSchema.safeParse(input).success).toBe(false);
  });
});

test('the schema accepts a valid placement', () => {
  expect(placementSchema.parse(valid)).toEqual(valid);
});

test('at least twenty placements have known numbers', () => {
  const hasNumbers = ({ rules }: Placement) => rules.some((rule) => 'min' in rule || 'max' in rule || 'below' in rule);
  expect(placements.filter(hasNumbers).length).toBeGreaterThanOrEqual(20);
  expect(new Set(placements.map(({ kind }) => kind))).toEqual(new Set(['video', 'image']));
});

test('every rule file is loaded with its own id', () => {
  const names = readdirSync(folder).map((name) => name.replace(/\.json$/, ''));
  expect([...placementIds].sort()).toEqual(names.sort());
  for (const id of placementIds) {
    expect(placementOf(id).id).toBe(id);
    expect(JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8'))).toEqual(ruleFiles[id]);
  }
});

test('the validation changes no value, so the page can read the files without it', () => {
  for (const id of placementIds) expect(placementOf(id)).toEqual(ruleFiles[id]);
});

test('every rule and conflict has a source, the day on which it was read, and a grade', () => {
  for (const { rules, conflicts } of placements)
    for (const { source, sourceDate, seenAt, grade } of [...rules, ...conflicts]) {
      expect(new URL(source).protocol).toBe('https:');
      expect(sourceDate).not.toBe(undefined);
      expect(seenAt).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(['O', 'T']).toContain(grade);
    }
});

test('a file size in megabytes is decimal', () => {
  for (const { rules } of placements)
    for (const rule of rules) if (rule.field === 'bytes') expect([rule.max, Number(rule.max) % 1_000_000]).toEqual([rule.max, 0]);
});

test('each basic question has a rule or is listed as unknown', () => {
  for (const { id, kind, rules, unknown } of placements) {
    const known = rules.map(({ field }) => topicOf(field));
    for (const topic of basicTopics[kind])
      expect([id, topic, known.includes(topic) !== unknown.includes(topic)]).toEqual([id, topic, true]);
    for (const { field } of rules) expect(fieldsOf[kind]).toContain(field);
  }
});

test('a minimum is not above its maximum, and the size limit of a rule is stricter than the limit of another source', () => {
  for (const { rules, conflicts } of placements)
    for (const rule of rules) {
      const { min, max }: Limit = rule;
      if (typeof min === 'number' && typeof max === 'number') expect(min).toBeLessThanOrEqual(max);
      for (const conflict of conflicts.filter(({ field }) => field === 'bytes' && field === rule.field)) {
        const { max: looser }: Limit = conflict;
        expect(max).toBeLessThan(Number(looser));
      }
    }
});

describe('a placement', () => {
  const dayAfter = (date: string, days: number) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
  const placement = { reviewBy: '2029-01-01', rules: [{ seenAt: '2026-11-21' }, { seenAt: '2026-12-01' }] };

  test.each([
    ['is current on the day on which it was read', placement, lastSeenDay, 'current'],
    ['is current when its oldest rule is 180 days old', placement, dayAfter(lastSeenDay, reviewDays), 'current'],
    ['is due when its oldest rule is 181 days old', placement, dayAfter(lastSeenDay, reviewDays + 1), 'due'],
    ['is current on its review day', { ...placement, reviewBy: '2027-02-21' }, '2027-02-21', 'current'],
    ['is due after its review day', { ...placement, reviewBy: '2027-02-21' }, '2027-02-22', 'due'],
    ['without rules is due after its review day', { reviewBy: '2027-02-21', rules: [] }, '2027-02-22', 'due'],
  ] as const)('a placement %s', (_, dates, today, state) => {
    expect(reviewState(dates, today)).toBe(state);
  });

  test('a rule that is older than 180 days always has the state due', () => {
    for (const one of placements) {
      expect([one.id, reviewState(one, lastSeenDay)]).toEqual([one.id, 'current']);
      expect([one.id, reviewState(one, dayAfter(lastSeenDay, reviewDays + 1))]).toEqual([one.id, 'due']);
      expect(one.reviewBy <= dayAfter(lastSeenDay, reviewDays)).toBe(true);
    }
  });
});
