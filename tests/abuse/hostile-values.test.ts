/** Tests attacks that pure functions reject. Each table contains the hostile values of one attack. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { keyOf } from '#lambdas/store/cursor.ts';
import { isOwnFile } from '#lambdas/store/media-keys.ts';
import { keyAt } from '#lambdas/store/own-media.ts';
import { createBatchRequest } from '#shared/batch/api.ts';
import { createCheckoutRequest } from '#shared/credits/payment-calls.ts';
import { textCell } from '#shared/csv.ts';
import { createDownloadRequest } from '#shared/download/api.ts';
import { uniqueNames } from '#shared/download/file-names.ts';
import { imageFileName } from '#shared/image/file-name.ts';
import { videoFileName } from '#shared/video/file-name.ts';
import { batchRequest } from '../fixtures/seller.ts';
import { hostileUrls } from './hostile-urls.ts';

const ownId = randomUUID();
const foreignKey = `uploads/${randomUUID()}/temp-images/${randomUUID()}.jpg`;

describe.each(['https://d111111abcdef8.cloudfront.net/', 'http://localhost:3000/'])('links to %s', (root) => {
  const urls = hostileUrls(root, foreignKey);

  test('at least 65 URLs are tested', () => {
    expect(new Set(urls).size).toBeGreaterThanOrEqual(65);
  });

  test.each(urls)('this URL is not accepted as a file of the caller: %s', (url) => {
    const key = keyAt(url, root);
    expect(key !== undefined && isOwnFile(ownId, key)).toBe(false);
  });
});

/** Values that an attacker could send as an amount of money or as a duration. */
const amounts = [
  -1,
  0,
  0.5,
  1e308,
  -0.01,
  1001,
  1e21,
  Number.MAX_SAFE_INTEGER,
  '10',
  '1e3',
  '0x10',
  '',
  null,
  true,
  [],
  [10],
  {},
  { $gt: 0 },
];
const prices = ['0', null, true, [], {}, '45', 'free'];

describe('money', () => {
  test.each(amounts)('a top-up of %j is rejected', (amount) => {
    expect(createCheckoutRequest.safeParse({ amount, price: 10 }).success).toBe(false);
  });

  test.each(prices)('a price of %j is rejected', (price) => {
    expect(createCheckoutRequest.safeParse({ amount: 10, price }).success).toBe(false);
  });

  const fields = [
    'cents',
    'cost',
    'total',
    'price',
    'charged',
    'credits',
    'available',
    'quote',
    'totalCents',
    'discount',
    'debt',
    'isOperation',
  ];
  const values = [0, -1, 'free', null];
  test.each(fields.flatMap((field) => values.map((value) => [field, value] as const)))(
    'an item with %s: %j is rejected, or parsed without this field',
    (field, value) => {
      const validRequest = batchRequest([{ uploadKey: foreignKey }]);
      const parsed = createBatchRequest.safeParse({
        ...validRequest,
        [field]: value,
        items: validRequest.items.map((item) => ({ ...item, [field]: value })),
      });
      if (parsed.success) expect(JSON.stringify(parsed.data)).not.toContain(`"${field}"`);
      else expect(parsed.error.issues.length).toBeGreaterThan(0);
    },
  );

  test('at least 66 values are tested', () => {
    expect(amounts.length + prices.length + fields.length * values.length).toBeGreaterThanOrEqual(66);
  });
});

describe('prototype pollution', () => {
  test.each(['__proto__', 'constructor', 'prototype'])('a field called %s is removed and does not change a prototype', (name) => {
    const validRequest = JSON.stringify(batchRequest([{ uploadKey: foreignKey }]));
    const hostile = JSON.parse(`{"${name}":{"isAdmin":true},${validRequest.slice(1)}`);
    const parsed = createBatchRequest.safeParse(hostile);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    if (parsed.success) expect((parsed.data as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});

describe('a cursor', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  test.each([
    ['of another user', encode({ user_id: randomUUID(), id: 'a', created_at: 'b' })],
    ['with a number', encode({ user_id: ownId, id: 1, created_at: 'b' })],
    ['with another field', encode({ user_id: ownId, id: 'a', created_at: 'b', pk: 'c' })],
    ['that contains a list', encode([ownId])],
    ['that contains null', encode(null)],
    ['that contains a text', encode(ownId)],
    ['that is not JSON', 'AAAA'],
    ['that is not base64', '../../..'],
  ])('a cursor %s is rejected', (_, cursor) => {
    expect(() => keyOf('ledger', cursor, ownId)).toThrow('The request is not valid.');
  });
});

describe('a cell of the statement', () => {
  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '|calc',
    '%0A=1',
    '=cmd|"/C calc"!A0',
    '=HYPERLINK("http://x")',
  ])('a cell in the CSV file of the transactions is text, not a formula: %j', (text) => {
    expect(textCell(text)).toMatch(/^"?'/);
  });
});

describe('the name of a file in an archive', () => {
  const titles = [
    '../../etc/passwd',
    '..\\..\\a.exe',
    '/etc/passwd',
    'C:\\a.bat',
    'a\u0000.jpg',
    'CON',
    '',
    '.',
    '..',
    'a\u202Egpj.exe',
    'x'.repeat(5000),
    '鞋'.repeat(80),
    '𠮷'.repeat(80),
  ];
  test.each(titles)('for a result with the title %j, the file name in an archive has no path and is not too long', (title) => {
    const now = new Date('2026-11-21T08:00:00Z');
    for (const [name, ending] of [
      [videoFileName(title, now), '.mp4'],
      [imageFileName(title, now), '.jpg'],
    ] as const) {
      expect(name).toMatch(/^[\p{L}\p{N}_.-]+$/u);
      expect(name.endsWith(ending)).toBe(true);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    }
  });

  test('the name of a file in an archive is unique even if the letter case is ignored', () => {
    const names = uniqueNames(['a.mp4', 'A.mp4', 'a (2).mp4', 'a.mp4']);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });

  test.each([
    ['no keys', []],
    ['201 keys', Array(201).fill('a.jpg')],
    ['an empty key', ['']],
    ['a key of 4,097 characters', ['x'.repeat(4097)]],
    ['a number', [1]],
    ['an object', [{}]],
  ])('a download request for a list with %s is rejected', (_, results) => {
    expect(createDownloadRequest.safeParse({ downloadId: randomUUID(), results }).success).toBe(false);
  });
});
