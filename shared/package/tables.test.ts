import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '../csv.ts';
import { aiLabelOf } from './ai-label.ts';
import { manifestCsv, type PackageRow, resultsCsv, shopifyCsv } from './tables.ts';

const row = (changes: Partial<PackageRow> = {}): PackageRow => ({
  title: 'Red shoe.jpg',
  placement: 'shopee.listing-video',
  batchId: 'b',
  itemId: 'i',
  aiLabel: 'AI-generated',
  cents: 120,
  status: 'ready',
  readiness: 'ready',
  file: { path: 'shopee/Red-shoe_1.mp4', part: 1, sizeBytes: 5_000_000, sha256: 'ab12', seconds: 10.2 },
  ...changes,
});
const leftOut: Partial<PackageRow> = { file: undefined, status: 'refused', readiness: 'seconds 3 (min 10, max 60)' };

describe('the table of results', () => {
  test('has a row for each file, also for a file that was left out', () => {
    expect(parseCsv(resultsCsv([row(), row({ ...leftOut, cents: 0 })]))).toEqual([
      ['sku', 'title', 'placement', 'status', 'file', 'seconds', 'bytes', 'sha256', 'cost', 'readiness', 'ai_label'],
      [
        ...['Red shoe', 'Red shoe.jpg', 'shopee.listing-video', 'ready', 'shopee/Red-shoe_1.mp4'],
        ...['10.20', '5000000', 'ab12', '1.20', 'ready', 'AI-generated'],
      ],
      [
        ...['Red shoe', 'Red shoe.jpg', 'shopee.listing-video', 'refused', ''],
        ...['', '', '', '0.00', 'seconds 3 (min 10, max 60)', 'AI-generated'],
      ],
    ]);
  });

  test('starts with the imported columns, which are unchanged', () => {
    const headers = ['Handle', 'Price', 'Option', 'Option'];
    const rows = [
      row({ sku: 'A-1', productTitle: 'Red shoe', source: { headers, cells: ['red-shoe', '-5', 'Size', 'Colour'] } }),
      row({ source: { headers: ['Price', 'Weight'], cells: ['1,234', '=1+1'] } }),
      row({ ...leftOut }),
    ];
    const csv = resultsCsv(rows);
    const [head, first, second, third] = parseCsv(csv);
    expect(head?.slice(0, 8)).toEqual(['Handle', 'Price', 'Option', 'Option', 'Weight', 'sku', 'title', 'placement']);
    expect(first?.slice(0, 7)).toEqual(['red-shoe', '-5', 'Size', 'Colour', '', 'A-1', 'Red shoe']);
    expect(second?.slice(0, 7)).toEqual(['', '1,234', '', '', '=1+1', 'Red shoe', 'Red shoe.jpg']);
    expect(third?.slice(0, 7)).toEqual(['', '', '', '', '', 'Red shoe', 'Red shoe.jpg']);
    // A number stays a number, and a formula becomes a text.
    expect(csv).toContain('red-shoe,-5,Size,Colour');
    expect(csv).toContain("'=1+1");
  });

  test('contains no imported columns if their cells are too long', () => {
    const source = { headers: ['Body'], cells: ['x'.repeat(40_000)] };
    const rowsOf = (count: number) => Array.from({ length: count }, () => row({ source }));
    expect(parseCsv(resultsCsv(rowsOf(125)))[0]?.[0]).toBe('Body');
    expect(parseCsv(resultsCsv(rowsOf(126)))[0]?.[0]).toBe('sku');
  });

  test('contains no formula, and is the same after it is read again', () => {
    const unsafe = fc.array(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', "'", '"', ',', ';', ' ', 'a', 'é', '|', '%'));
    fc.assert(
      fc.property(unsafe, (characters) => {
        const title = characters.join('');
        const csv = resultsCsv([row({ title })]);
        const [, line] = parseCsv(csv);
        expect(line?.[1]).toBe(title);
        const [, sku, written] = /\n((?:"(?:[^"]|"")*"|[^",]*)),((?:"(?:[^"]|"")*"|[^",]*)),/.exec(csv) ?? [];
        for (const cell of [sku, written]) expect(cell?.replace(/^"/, '')).not.toMatch(/^\s*[=+\-@\t\r|%]/);
      }),
      { numRuns: 2000, seed: 1 },
    );
  });
});

test('the manifest lists only the files of the package', () => {
  expect(parseCsv(manifestCsv([row({ title: '=cmd|x' }), row(leftOut)]))).toEqual([
    ['file', 'part', 'sku', 'title', 'placement', 'batch', 'item', 'bytes', 'sha256'],
    ['shopee/Red-shoe_1.mp4', '1', '=cmd|x', '=cmd|x', 'shopee.listing-video', 'b', 'i', '5000000', 'ab12'],
  ]);
});

test('the import file of Shopify has a position for each picture of a product, and no row for a left-out file', () => {
  const picture = (title: string, name: string) =>
    row({ title, placement: 'shopify.product-image', file: { path: `shopify/${name}`, part: 1, sizeBytes: 1, sha256: 'a' } });
  const linesOf = (...rows: PackageRow[]) => parseCsv(shopifyCsv(rows) ?? '');
  const rows = [
    picture('Größe_1 rot.jpg', 'a.jpg'),
    picture('bag.jpg', 'b.jpg'),
    picture('größe-1 ROT.png', 'c.jpg'),
    row({ ...leftOut, title: 'bag.jpg', placement: 'shopify.product-image' }),
    picture('👟.jpg', 'd.jpg'),
    picture('__.jpg', 'e.jpg'),
    row({ title: 'video.jpg', placement: 'shopify.product-video' }),
  ];
  expect(linesOf(...rows)).toEqual([
    ['Title', 'URL handle', 'Product image URL', 'Image position', 'Image alt text'],
    ['Größe 1 rot', 'größe-1-rot', 'a.jpg', '1', 'Größe 1 rot'],
    ['bag', 'bag', 'b.jpg', '1', 'bag'],
    ['', 'größe-1-rot', 'c.jpg', '2', 'größe 1 ROT'],
    ['👟', 'na', 'd.jpg', '1', '👟'],
    ['', 'na', 'e.jpg', '2', ''],
  ]);
  expect(linesOf(picture('__.jpg', 'e.jpg'))[1]?.[0]).toBe('na');
  const [, long] = linesOf(picture(`${'x'.repeat(600)}.jpg`, 'f.jpg'));
  expect([long?.[0]?.length, long?.[4]?.length]).toEqual([255, 512]);
});

test('a package without pictures has no import file for Shopify, because Shopify imports no videos', () => {
  expect(shopifyCsv([row({ placement: 'shopify.product-video' }), row(leftOut)])).toBeUndefined();
});

test('a result of a model is labelled as generated, and an edited photo as edited', () => {
  expect((['video', 'image', 'edit'] as const).map(aiLabelOf)).toEqual(['AI-generated', 'AI-generated', 'AI-edited']);
});
