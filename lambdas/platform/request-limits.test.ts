/** Tests that every string, list, record and number in a request has a limit, for every endpoint. */
import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { itemsPerBatchMax, promptCharactersMax } from '#shared/batch/batch.ts';
import { batchesPerOrderMax, createOrderRequest } from '#shared/batch/order.ts';
import { type EndpointName, endpoints } from '#shared/endpoints.ts';
import { createQuoteRequest } from '#shared/order/api.ts';
import { orderItemsMax } from '#shared/order/rules.ts';
import { photoEditRequest } from '#shared/photo-edit/api.ts';
import { importProductsRequest } from '#shared/products/api.ts';
import { importCharactersMax, productsPerImportMax, sourceCharactersMax } from '#shared/products/limits.ts';
import { generateGeminiVideoRequest } from '#shared/video/single-calls.ts';

type Schemas = { endpoint: EndpointName; body?: z.ZodType; query?: z.ZodType };

const { registered } = vi.hoisted(() => ({ registered: new Map<string, Schemas>() }));
vi.mock('./handle.ts', () => {
  const handle = (schemas: Schemas) => void registered.set(schemas.endpoint, schemas);
  return { handle, handleLimited: () => handle };
});

const lambdas = fileURLToPath(new URL('..', import.meta.url));
for (const file of globSync('*/*.lambda.ts', { cwd: lambdas })) await import(/* @vite-ignore */ `${lambdas}/${file}`);

/**
 * Endpoints that parse their bodies themselves. The body of an edit can be a form. The Gemini endpoint first checks whether it is enabled.
 */
const otherBodies: Partial<Record<EndpointName, z.ZodType>> = {
  orderBackgroundRemoval: photoEditRequest('remove-background'),
  orderImageEditing: photoEditRequest('image-editing'),
  generateGeminiVideo: generateGeminiVideoRequest,
};

type JsonSchema = { [key: string]: unknown };

/** Returns the paths of all values without a limit in a request schema. */
function unlimited(schema: z.ZodType): string[] {
  return findIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, '');
}

/** Zod gives each integer the limits of safe integers. This test ignores these limits, because they are too large. */
const isLimited = (bound: unknown): boolean => typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

const limitedFormats = ['uuid', 'date-time'];

function findIn(schema: JsonSchema, path: string): string[] {
  const { type, format, maxLength, maxItems, maxProperties, minimum, maximum, additionalProperties, properties = {}, items } = schema;
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] as JsonSchema[] | undefined) ?? []);
  if ('const' in schema || 'enum' in schema || type === 'boolean' || type === 'null' || 'not' in schema) return [];
  const pathsFound = branches.flatMap((branch) => findIn(branch, path));
  const isUnlimited = {
    string: maxLength === undefined && !limitedFormats.includes(String(format)),
    array: maxItems === undefined,
    number: !isLimited(minimum) || !isLimited(maximum),
    integer: !isLimited(minimum) || !isLimited(maximum),
    object: Boolean(additionalProperties) && maxProperties === undefined,
  }[String(type)];
  // A schema without a type accepts any value, unless it has branches.
  if (isUnlimited ?? branches.length === 0) pathsFound.push(`${path || '.'} (${String(type ?? 'anything')})`);
  for (const [name, child] of Object.entries(properties as JsonSchema)) pathsFound.push(...findIn(child as JsonSchema, `${path}.${name}`));
  if (typeof items === 'object' && items !== null && maxItems !== 0) pathsFound.push(...findIn(items as JsonSchema, `${path}[]`));
  if (typeof additionalProperties === 'object' && additionalProperties !== null)
    pathsFound.push(...findIn(additionalProperties as JsonSchema, `${path}.*`));
  return pathsFound;
}

test('every endpoint has a function', () => {
  expect([...registered.keys()].sort()).toEqual(Object.keys(endpoints).sort());
});

test.each(Object.keys(endpoints) as EndpointName[])('%s accepts no value without a limit', (name) => {
  const query = registered.get(name)?.query;
  const body = otherBodies[name] ?? registered.get(name)?.body;
  expect({ body: body ? unlimited(body) : [], query: query ? unlimited(query) : [] }).toEqual({ body: [], query: [] });
});

/**
 * Lambda accepts 6,291,456 bytes. The event of API Gateway needs some of these bytes for the claims, and for up to 10,240 bytes of headers,
 * which may appear twice.
 */
const bodyBytesMax = 6_291_456 - 64 * 1024;
/** The worst case: JSON writes a character as `\u0001`, and the event of API Gateway escapes the backslash again. */
const bytesOfCharacter = 7;

/** Returns the size of the longest JSON that a schema accepts, as bytes in the event. */
function bytesMaxOf(schema: JsonSchema): number {
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] as JsonSchema[] | undefined) ?? []);
  const bytesOf = (child: unknown) => (typeof child === 'object' && child !== null ? bytesMaxOf(child as JsonSchema) : 0);
  const { type, maxLength = 64, maxItems = 0, maxProperties = 0, properties = {} } = schema;
  const fields = Object.entries(properties as JsonSchema).map(([name, field]) => name.length + 8 + bytesOf(field));
  const estimateByType = {
    string: () => Number(maxLength) * bytesOfCharacter + 8,
    array: () => Number(maxItems) * (bytesOf(schema.items) + 1) + 8,
    object: () =>
      fields.reduce((sum, bytes) => sum + bytes, 8) +
      Number(maxProperties) * (bytesOf(schema.propertyNames) + bytesOf(schema.additionalProperties) + 8),
  }[String(type)];
  return Math.max(estimateByType?.() ?? 32, ...branches.map(bytesMaxOf));
}

/**
 * These endpoints accept a picture inside the body (shared/upload/inline-image.ts). If a body is too large, the status is 413 and the
 * function does not run.
 */
const acceptsInlinePicture: ReadonlySet<EndpointName> = new Set([
  'writePrompt',
  'generateVideo',
  'generateGeminiVideo',
  'generateOpenaiImage',
]);

/**
 * These endpoints have a separate test below, because a limit for the sum of all texts makes the body smaller than the general estimate.
 */
const hasExactTest: ReadonlySet<EndpointName> = new Set(['createOrder', 'createQuote', 'importProducts']);

test.each((Object.keys(endpoints) as EndpointName[]).filter((name) => !acceptsInlinePicture.has(name) && !hasExactTest.has(name)))(
  'the largest body of %s reaches its function',
  (name) => {
    const body = otherBodies[name] ?? registered.get(name)?.body;
    const schema = body && (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
    expect(schema ? bytesMaxOf(schema) : 0).toBeLessThan(bodyBytesMax);
  },
);

test('the largest order that JSON.stringify writes reaches its function', () => {
  // No other character needs more bytes, because JSON.stringify does not escape valid surrogate pairs.
  const text = (length: number) => '\u0001'.repeat(length);
  const card = {
    ...{ uploadKey: text(300), title: text(255), prompt: text(promptCharactersMax), aspectRatio: '16:9' },
    ...{ duration: 8, resolution: '1080p', generateAudio: false, model: 'veo3-fast' },
  };
  const batches = Array.from({ length: batchesPerOrderMax }, (_, number) => ({
    batchId: randomUUID(),
    kind: 'video',
    items: Array.from({ length: itemsPerBatchMax }, (_, index) => ({ ...card, itemId: `${'x'.repeat(26)}-${number}-${index}` })),
  }));
  const order = { orderId: randomUUID(), batches, emailWhenDone: true, language: 'zh-Hant-TW' };
  expect(createOrderRequest.safeParse(order).error).toBeUndefined();
  expect(Buffer.byteLength(JSON.stringify({ body: JSON.stringify(order) }))).toBeLessThan(bodyBytesMax);
});

test('the largest quote that JSON.stringify writes reaches its function, and a longer quote is refused', () => {
  const text = (length: number) => '\u0001'.repeat(length);
  const options = Array.from({ length: 10 }, () => ({ name: text(3), value: text(3) }));
  const quote = (title: string) => ({
    ...{ quoteId: randomUUID(), kind: 'video', prompt: text(promptCharactersMax), aspectRatio: '16:9' },
    ...{ duration: 8, resolution: '1080p', generateAudio: false, model: 'veo3-fast' },
    items: Array.from({ length: orderItemsMax }, (_, n) => ({
      itemId: String(n).padStart(32, '0'),
      ...{ uploadKey: text(27), title, sku: 'x', options },
    })),
  });
  const largest = quote(text(255));
  expect(createQuoteRequest.safeParse(largest).error).toBeUndefined();
  expect(Buffer.byteLength(JSON.stringify({ body: JSON.stringify(largest) }))).toBeLessThan(bodyBytesMax);
  const [first, ...others] = largest.items;
  const longer = { ...largest, items: [{ ...first, sku: 'xy' }, ...others] };
  expect(createQuoteRequest.safeParse(longer).error?.issues[0]?.message).toBe('RequestTooLarge');
});

test.each([
  ['control characters', '\u0001'],
  ['characters of three bytes', 'ก'],
  ['quotation marks', '"'],
])('the largest import with %s reaches its function', (_, character) => {
  const product = { sku: 'A', title: 'A', options: [], variantSkus: [], photos: [] };
  // JSON writes some characters as several characters, and each product also has its other fields.
  const cellLength = importCharactersMax / productsPerImportMax / (JSON.stringify(character).length - 2) - 200;
  const source = { headers: [], cells: [character.repeat(Math.min(cellLength, sourceCharactersMax))] };
  const body = { products: Array.from({ length: productsPerImportMax }, () => ({ ...product, source })) };
  expect(importProductsRequest.safeParse(body).error).toBeUndefined();
  expect(Buffer.byteLength(JSON.stringify({ body: JSON.stringify(body) }))).toBeLessThan(bodyBytesMax);
});

test('an import with too many characters is refused', () => {
  const product = { sku: 'A', title: 'A', options: [], variantSkus: [], photos: [] };
  const source = { headers: [], cells: ['\u0001'.repeat(sourceCharactersMax)] };
  const products = Array.from({ length: productsPerImportMax }, () => ({ ...product, source }));
  expect(importProductsRequest.safeParse({ products }).error?.issues).toMatchObject([
    { message: 'The products are too long for one call.' },
  ]);
});

test.each<[string, z.ZodType, string[]]>([
  ['a string', z.object({ a: z.string() }), ['.a (string)']],
  ['a string with only a pattern', z.object({ a: z.string().regex(/^a*$/) }), ['.a (string)']],
  ['a list', z.array(z.boolean()), ['. (array)']],
  ['a string in a list', z.array(z.string()).max(2), ['[] (string)']],
  ['a number with one limit', z.object({ a: z.number().min(0) }), ['.a (number)']],
  ['an integer', z.object({ a: z.int() }), ['.a (integer)']],
  ['a record', z.record(z.string().max(3), z.boolean()), ['. (object)']],
  ['a string in a record', z.record(z.string(), z.string()).meta({ maxProperties: 2 }), ['.* (string)']],
  ['anything', z.object({ a: z.unknown() }), ['.a (anything)']],
  ['additional fields', z.looseObject({}), ['. (object)', '.* (anything)']],
])('the check finds %s without a limit', (_, schema, expected) => {
  expect(unlimited(schema)).toEqual(expected);
});

test.each<[string, z.ZodType]>([
  ['limited strings', z.object({ a: z.string().max(3), b: z.uuid(), c: z.enum(['a']), d: z.literal(1), e: z.iso.datetime() })],
  ['optional and nullable strings', z.object({ a: z.string().max(3).optional(), b: z.null().or(z.string().max(3)) })],
  ['an empty list', z.array(z.never()).max(0)],
])('the check accepts %s', (_, schema) => {
  expect(unlimited(schema)).toEqual([]);
});
