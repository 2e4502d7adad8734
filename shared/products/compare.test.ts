import { describe, expect, test } from 'vitest';
import { changesOf } from './compare.ts';
import { productsOfFiles } from './photo-names.ts';
import { problemRowsCsv } from './problem-rows.ts';

const photo = (hash: string, source = `${hash}.jpg`) => ({
  hash,
  source,
  width: 800,
  height: 800,
  sizeBytes: 1000,
  contentType: 'image/jpeg',
});
const stored = {
  title: 'Ada',
  options: [{ name: 'Color', values: ['Ruby'] }],
  variantSkus: ['A'],
  sourceDigest: 'd1',
  photos: [photo('h1'), photo('h2', 'https://c.example/2.jpg')],
};
const samePhotos = [{ source: 'new name.jpg', hash: 'h1' }, { source: 'https://c.example/2.jpg' }];
const planned = { title: 'Ada', options: stored.options, variantSkus: ['A'], sourceDigest: 'd1', photos: samePhotos };

describe('changesOf', () => {
  test.each<[string, object, string[]]>([
    ['nothing, if all is the same', {}, []],
    ['nothing, if the sheet has no photos', { photos: [] }, []],
    ['nothing, if there is no sheet', { sourceDigest: undefined }, []],
    ['the title', { title: 'Ada II' }, ['title']],
    ['the options', { options: [] }, ['options']],
    ['the options, for other variants', { variantSkus: ['A', 'B'] }, ['options']],
    ['the photos, in another order', { photos: samePhotos.toReversed() }, ['photos']],
    ['the photos, for a new URL', { photos: [...samePhotos, { source: 'https://c.example/3.jpg' }] }, ['photos']],
    ['the photos, for other bytes with the same name', { photos: [{ source: 'h1.jpg', hash: 'h9' }] }, ['photos']],
    ['other columns', { sourceDigest: 'd2' }, ['other']],
  ])('returns %s', (_, changes, expected) => expect(changesOf({ ...planned, ...changes }, stored)).toEqual(expected));
});

describe('productsOfFiles', () => {
  test.each<[string, string[], string[], string[]]>([
    ['one product for each name', ['a.jpg', 'x/b.png'], [], ['a', 'b']],
    ['one product for several photos', ['VT-1_1.jpg', 'VT-1_2.jpg'], [], ['VT-1']],
    ['a number that no other photo has', ['dress-12.jpg'], [], ['dress-12']],
    ['the photo of a stored product', ['VT-1_2.jpg'], ['VT-1'], ['VT-1']],
    ['a stored product whose SKU has a number', ['VT-1_2.jpg', 'VT-1_3.jpg'], ['VT-1_2'], ['VT-1_2', 'VT-1']],
  ])('finds %s', (_, paths, known, skus) => expect(productsOfFiles(paths, known).map(({ sku }) => sku)).toEqual(skus));
});

test('the rows with problems keep their columns, and no cell becomes a formula', () => {
  const row = { number: 2, cells: ['=1+1', 'a,"b"', ''] };
  const product = {
    sku: '',
    title: '',
    options: [],
    variantSkus: [],
    photoSources: [],
    rows: [row],
    problems: [{ code: 'sku_missing' as const }],
  };
  expect(problemRowsCsv(['SKU', 'Title', 'x'], [product], { heading: 'Problem', problemText: () => 'No SKU.' })).toBe(
    '\uFEFFSKU,Title,x,Problem\r\n\'=1+1,"a,""b""",,No SKU.\r\n'.replace("'=1+1", '"\'=1+1"'),
  );
});
