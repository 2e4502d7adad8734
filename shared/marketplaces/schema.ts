/** The schema of a file in rules/. It rejects unknown keys, so that a spelling mistake cannot disable a rule. */
import * as z from 'zod';
import { basicTopics, type Field, faultyFlags, fieldsOf, flagFields, type NameField, namesOf, numberFields, topicOf } from './fields.ts';

/** Maximum number of rules of one placement. */
const rulesMax = 40;
const conflictsMax = 10;
/** Maximum number of values that one rule can list. */
const valuesMax = 12;

/** A date whose month or day can be unknown: `2026`, `2026-07` or `2026-07-14`. */
const partialDate = z.string().regex(/^20\d\d(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/);
const ratio = z.string().regex(/^[1-9]\d?:[1-9]\d?$/);
const amount = z.number().positive();
const listOf = <Value extends z.ZodType>(value: Value) => z.array(value).min(1).max(valuesMax).optional();
/** The marketplace states that it has no limit. */
const anyValue = z.literal(true).optional();

/** The source of a fact. Grade O: the platform's own page or interface, or an exact copy of it. Grade T: a third party. */
const source = {
  source: z.url({ protocol: /^https$/ }).max(200),
  /** Null if the source has no date. */
  sourceDate: partialDate.nullable(),
  /** The day on which we read the value. */
  seenAt: z.iso.date(),
  grade: z.enum(['O', 'T']),
};

const limits = {
  number: { min: amount.optional(), max: amount.optional(), below: amount.optional(), oneOf: listOf(amount), any: anyValue },
  ratio: { min: ratio.optional(), max: ratio.optional(), below: ratio.optional(), oneOf: listOf(ratio), any: anyValue },
  flag: { is: z.boolean().optional(), any: anyValue },
};

function limitsWith<Extra extends z.ZodRawShape>(extra: Extra) {
  const names = <Name extends NameField>(field: Name) =>
    z.strictObject({
      field: z.literal(field),
      oneOf: listOf(z.enum(namesOf[field])),
      noneOf: listOf(z.enum(namesOf[field])),
      any: anyValue,
      ...source,
      ...extra,
    });
  return z.discriminatedUnion('field', [
    z.strictObject({ field: z.enum(numberFields), ...limits.number, ...source, ...extra }),
    z.strictObject({ field: z.literal('ratio'), ...limits.ratio, ...source, ...extra }),
    z.strictObject({ field: z.enum(flagFields), ...limits.flag, ...source, ...extra }),
    names('container'),
    names('codec'),
    names('profile'),
    names('audioCodec'),
    names('format'),
    names('colourProfile'),
  ]);
}

const limitKeys = ['min', 'max', 'below', 'oneOf', 'noneOf', 'is', 'any'];
const hasOneLimit = (rule: object): boolean => {
  const keys = Object.entries(rule).flatMap(([key, value]) => (limitKeys.includes(key) && value !== undefined ? [key] : []));
  return keys.length === 1 || (keys.length === 2 && keys.includes('min') && (keys.includes('max') || keys.includes('below')));
};
/** Without this condition, the page could refuse a file and have no sentence about the reason. */
const refusesFault = (one: { field: Field; is?: boolean | undefined }): boolean =>
  one.is === undefined || one.is !== faultyFlags[one.field as keyof typeof faultyFlags];
const oneLimit = 'A rule has one limit, or a minimum and a maximum';

/**
 * - `refused`: the marketplace does not accept the file.
 * - `warned`: the marketplace recommends another value, or changes the file.
 */
const rule = limitsWith({ severity: z.enum(['refused', 'warned']) })
  .refine(hasOneLimit, oneLimit)
  .refine(refusesFault, 'The rule refuses the usual value of a flag');
/** Another value for the same placement, from a source that these rules do not use. */
const conflict = limitsWith({}).refine(hasOneLimit, oneLimit);

const topic = z.enum([...new Set([...basicTopics.video, ...basicTopics.image])]);

export const placementSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z-]+\.[a-z-]+$/),
    shop: z.enum(['tiktok-shop', 'tiktok', 'shopee', 'lazada', 'amazon', 'temu', 'etsy', 'mercado-libre', 'shopify', 'ebay']),
    place: z.enum([
      ...(['listing-video', 'feed-video', 'main-video', 'product-video', 'clips'] as const),
      ...(['sponsored-brands-video', 'sponsored-products-video', 'dsp-video'] as const),
      ...(['listing-image', 'main-image', 'product-image'] as const),
    ]),
    /** Undefined if the rules apply in all countries of the shop. */
    region: z.enum(['us', 'id', 'jp', 'sea']).optional(),
    kind: z.enum(['video', 'image']),
    version: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/),
    rules: z.array(rule).max(rulesMax),
    /** Basic questions for which no source has a number. */
    unknown: z.array(topic),
    conflicts: z.array(conflict).max(conflictsMax),
    reviewBy: z.iso.date(),
  })
  .superRefine(({ id, shop, place, region, kind, rules, conflicts, unknown }, context) => {
    const report = (message: string) => context.addIssue({ code: 'custom', message: `${id}: ${message}` });
    if (id !== `${shop}.${place}${region && !isDefaultRegion(region) ? `-${region}` : ''}`) report('the id differs from shop and place');
    for (const { field } of [...rules, ...conflicts]) if (!fieldsOf[kind].includes(field)) report(`a file of this kind has no ${field}`);
    const known = new Set<Field | 'size'>(rules.map(({ field }) => topicOf(field)));
    for (const name of basicTopics[kind])
      if (known.has(name) === unknown.includes(name)) report(`${name} needs a rule, or must be listed as unknown`);
    for (const name of unknown) if (!(basicTopics[kind] as readonly string[]).includes(name)) report(`${name} is not a basic question`);
  });

/** The rules of the United States have no region in their id, because they were the first rules. */
const isDefaultRegion = (region: string): boolean => region === 'us';

export type Placement = z.infer<typeof placementSchema>;
export type Rule = Placement['rules'][number];
