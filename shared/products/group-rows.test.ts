import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupRows, photosIn } from './group-rows.ts';
import { guessColumns, tableOf } from './guess-columns.ts';
import { digestOf } from './sheet.ts';

const sheet = (...rows: string[][]) => tableOf(rows.map((cells, index) => ({ number: index + 1, cells })));

describe('photosIn', () => {
  test.each<[string, string[]]>([
    ['', []],
    ['a.jpg', ['a.jpg']],
    [' a.jpg , b.jpg ', ['a.jpg', 'b.jpg']],
    ['a.jpg|b.jpg;c.jpg\nd.jpg', ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']],
    ['my photo 1.jpg', ['my photo 1.jpg']],
    ['https://x.example/a,b.jpg', ['https://x.example/a,b.jpg']],
    ['https://x.example/a.jpg, https://x.example/b.jpg', ['https://x.example/a.jpg', 'https://x.example/b.jpg']],
    ['https://x.example/a.jpg https://x.example/b.jpg', ['https://x.example/a.jpg', 'https://x.example/b.jpg']],
  ])('of %j are %j', (cell, photos) => expect(photosIn(cell)).toEqual(photos));
});

describe('guessColumns', () => {
  test('uses only the best column for a role that can have only one column', () => {
    expect(guessColumns(['Name', 'Title', 'Reference', 'SKU', 'Image', 'Photo 2']).roles).toEqual([
      undefined,
      'title',
      undefined,
      'sku',
      'photo',
      'photo',
    ]);
  });

  test('finds no role for other headings', () => {
    expect(guessColumns(['Price', 'Stock', '', 'Weight (kg)']).roles).toEqual([undefined, undefined, undefined, undefined]);
  });
});

test('a product can be imported without a SKU if it has a group', () => {
  const table = sheet(['Handle', 'Title', 'Variant SKU', 'Image Src'], ['ada', 'Ada', '', 'a.jpg'], ['ada', '', '', 'b.jpg']);
  expect(groupRows(table, table.roles)).toMatchObject([{ sku: 'ada', photoSources: ['a.jpg', 'b.jpg'], problems: [] }]);
});

test('the rows of a product have their row numbers in the sheet', () => {
  const table = sheet(['SKU', 'Title', 'Photo'], ['A', 'Ada', '1.jpg'], ['A', '', '2.jpg'], ['', '', '3.jpg'], ['B', 'Ben', '']);
  expect(groupRows(table, table.roles).map(({ sku, rows, photoSources }) => [sku, rows.map(({ number }) => number), photoSources])).toEqual(
    [
      ['A', [2, 3, 4], ['1.jpg', '2.jpg', '3.jpg']],
      ['B', [5], []],
    ],
  );
});

test('the number of variants of a product is limited, and the seller is told', () => {
  const rows = Array.from({ length: 150 }, (_, index) => ['ada', 'Ada', `A-${index}`, `Color ${index}`]);
  const [product] = groupRows(
    sheet(['Product group', 'Title', 'SKU', 'Color'], ...rows),
    guessColumns(['Product group', 'Title', 'SKU', 'Color']).roles,
  );
  expect(product?.variantSkus).toHaveLength(100);
  expect(product?.problems).toEqual([{ code: 'variants_many', text: '150' }]);
});

const cell = fc.string({ unit: 'grapheme', maxLength: 12 });

test('no content of the cells causes an error, and no row with a title is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { maxLength: 30 }), (rows) => {
      const table = sheet(['SKU', 'Title', 'Photo'], ...rows);
      const products = groupRows(table, table.roles);
      const numbers = products.flatMap((product) => product.rows.map(({ number }) => number));
      expect(numbers.toSorted((one, other) => one - other)).toEqual(table.rows.map(({ number }) => number));
    }),
  );
});

const sku = fc.stringMatching(/^[A-Z][A-Z0-9]{1,8}$/);
const title = fc.stringMatching(/^[a-z][a-z ]{0,20}[a-z]$/);

test('products are the same after they are written to a sheet and read again', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(sku, title), { selector: ([one]) => one, minLength: 1, maxLength: 40 }), (expected) => {
      const table = sheet(['SKU', 'Title'], ...expected.map((row) => [...row]));
      expect(groupRows(table, table.roles).map((product) => [product.sku, product.title])).toEqual(expected);
    }),
  );
});

describe('digestOf', () => {
  test('depends on each text, on the order of the texts, and on the borders between them', () => {
    const digests = [[], [''], ['a'], ['a', ''], ['', 'a'], ['ab'], ['a', 'b'], ['b', 'a'], ['ab', '']].map(digestOf);
    expect(new Set(digests).size).toBe(digests.length);
  });

  test('is the same for the same texts', () => {
    fc.assert(fc.property(fc.array(fc.string()), (texts) => digestOf([...texts]) === digestOf(texts)));
  });
});
