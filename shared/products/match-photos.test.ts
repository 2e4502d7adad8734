import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchPhotos } from './match-photos.ts';

const product = (sku: string, photoSources: string[] = [], variantSkus: string[] = [sku]) => ({ sku, variantSkus, photoSources });
const files = (...paths: string[]) => paths.map((path) => ({ path }));

/** Returns the photos of each product: paths and URLs. */
function photosOf(products: ReturnType<typeof product>[], paths: string[], chosen?: Map<number, number>): string[][] {
  const { photos } = matchPhotos(products, files(...paths), chosen);
  return photos.map((list) => list.map((photo) => ('url' in photo ? photo.url : (paths[photo.file] as string))));
}

describe('a photo belongs to a product', () => {
  test.each<[string, ReturnType<typeof product>, string[], string[]]>([
    ['by its exact name', product('VT-1', ['front.jpg']), ['front.jpg'], ['front.jpg']],
    ['by its name in another case', product('VT-1', ['Front.JPG']), ['front.jpg'], ['front.jpg']],
    ['by its name without the extension', product('VT-1', ['front']), ['front.webp'], ['front.webp']],
    ['by its path', product('VT-1', ['b/front.jpg']), ['a/front.jpg', 'b/front.jpg'], ['b/front.jpg']],
    ['by the SKU', product('VT-1'), ['x/VT-1.jpg'], ['x/VT-1.jpg']],
    [
      'by the SKU and a number, in order',
      product('VT-1'),
      ['VT-1-10.jpg', 'VT-1_2.jpg', 'VT-1.jpg', 'VT-1-1.png'],
      ['VT-1.jpg', 'VT-1-1.png', 'VT-1_2.jpg', 'VT-1-10.jpg'],
    ],
    ['by the SKU of a variant', product('VT-1', [], ['VT-1', 'VT-1-R']), ['VT-1-R_1.jpg'], ['VT-1-R_1.jpg']],
    ['by the name in a URL', product('VT-1', ['https://c.example/p/ada.jpg?v=1']), ['ada.jpg'], ['ada.jpg']],
    [
      'by a URL if there is no file',
      product('VT-1', ['https://c.example/1.jpg', 'https://c.example/2.jpg']),
      [],
      ['https://c.example/1.jpg', 'https://c.example/2.jpg'],
    ],
    ['by its name before its SKU', product('VT-1', ['b.jpg']), ['VT-1_1.jpg', 'b.jpg'], ['b.jpg', 'VT-1_1.jpg']],
  ])('%s', (_, one, paths, expected) => {
    expect(photosOf([one], paths)).toEqual([expected]);
  });
});

describe('a photo belongs to no product', () => {
  test('if two files have its name', () => {
    expect(photosOf([product('VT-1', ['front.jpg'])], ['a/front.jpg', 'b/front.jpg'])).toEqual([[]]);
  });

  test('if two products have its SKU', () => {
    expect(photosOf([product('VT-1'), product('X', [], ['X', 'VT-1'])], ['VT-1.jpg'])).toEqual([[], []]);
  });

  test('if two products have a URL with its name', () => {
    const urls = (shop: string) => [`https://c.example/${shop}/image.jpg`];
    expect(photosOf([product('A', urls('a')), product('B', urls('b'))], ['image.jpg'])).toEqual([urls('a'), urls('b')]);
  });

  test('if its name only starts with the SKU', () => {
    expect(photosOf([product('VT-1')], ['VT-10.jpg', 'VT-1 copy.jpg', 'VT-1_front.jpg', 'XVT-1.jpg'])).toEqual([[]]);
  });
});

test('a SKU that ends with a number is stronger than the second photo of another SKU', () => {
  expect(photosOf([product('VT-1'), product('VT-1-2')], ['VT-1.jpg', 'VT-1-2.jpg', 'VT-1-2_1.jpg'])).toEqual([
    ['VT-1.jpg'],
    ['VT-1-2.jpg', 'VT-1-2_1.jpg'],
  ]);
});

test('a photo that the seller has matched manually belongs only to this product', () => {
  expect(
    photosOf(
      [product('VT-1'), product('VT-2')],
      ['VT-1.jpg', 'x.jpg'],
      new Map([
        [0, 1],
        [1, 1],
      ]),
    ),
  ).toEqual([[], ['VT-1.jpg', 'x.jpg']]);
});

test('files and names without a partner are listed', () => {
  const matches = matchPhotos([product('VT-1', ['lost.jpg']), product('VT-0318')], files('banner.jpg', 'VT-318_front.jpg'));
  expect(matches.missing).toEqual([['lost.jpg'], []]);
  expect(matches.unusedFiles).toEqual([0, 1]);
  expect(matches.suggestions).toEqual([{ product: 1, file: 1 }]);
  expect(matches.counts).toEqual({ name: 0, sku: 0, url: 0 });
});

test('a suggestion is unique', () => {
  const { suggestions } = matchPhotos([product('VT-01'), product('VT-1')], files('VT-001 copy.jpg'));
  expect(suggestions).toEqual([]);
});

/** The names of an archive of photos, in a random order, with other files between them. */
const catalogue = fc
  .uniqueArray(fc.stringMatching(/^[A-Z]{1,3}-?[0-9]{1,4}(-[0-9]{1,2})?$/), {
    minLength: 1,
    maxLength: 60,
    selector: (sku) => sku.toLowerCase(),
  })
  .chain((skus) =>
    fc.record({
      skus: fc.constant(skus),
      order: fc.shuffledSubarray(
        skus.map((_, index) => index),
        { minLength: skus.length },
      ),
    }),
  );

test('each of many products gets exactly its photo', () => {
  fc.assert(
    fc.property(catalogue, ({ skus, order }) => {
      const paths = order.map((index) => `photos/${skus[index]}.jpg`);
      const { photos, unusedFiles } = matchPhotos(
        skus.map((sku) => product(sku)),
        files(...paths),
      );
      for (const [index, list] of photos.entries()) expect(list).toEqual([{ file: order.indexOf(index) }]);
      expect(unusedFiles).toEqual([]);
    }),
  );
});
