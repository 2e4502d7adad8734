import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '../csv.ts';
import { placementIds } from '../marketplaces/rule-files.ts';
import { defaultTemplate, fileNamesOf, foldName, nameBytesMax, type TemplateProblem, templateProblem } from './file-names.ts';
import { manifestCsv, type PackageRow } from './tables.ts';

describe('a template', () => {
  test.each([
    [defaultTemplate],
    ['{sku}'],
    ['{title} ({marketplace}) {n}'],
    ['Sommer-Größe_{sku}.{n}'],
    ['ผ้าพันคอ-{sku}'],
    ['{sku}.{n}.{placement}.'],
    ['{sku}_{title}_{marketplace}_{placement}_{n}'],
  ])('%j has no problem', (template) => {
    expect(templateProblem(template)).toBeUndefined();
  });

  test.each<[string, TemplateProblem['problem'], string]>([
    ['', 'empty', ''],
    ['   ', 'empty', ''],
    ['{colour}_{n}', 'unknownField', 'colour'],
    ['{SKU}', 'unknownField', 'SKU'],
    ['{}', 'unknownField', ''],
    ['{constructor}', 'unknownField', 'constructor'],
    ['{sku}_{sku}', 'repeatedField', 'sku'],
    ['{sku', 'brace', '{'],
    ['sku}', 'brace', '}'],
    ['{{sku}}', 'brace', '{'],
    ['../{sku}', 'path', '..'],
    ['a/{sku}', 'path', '/'],
    ['a\\{sku}', 'path', '\\'],
    ['{sku}😀', 'emoji', '😀'],
    ['{sku}🇩🇪', 'emoji', '🇩'],
    ['{sku}\u200F', 'invisible', '\u200F'],
    ['\u202E{sku}', 'invisible', '\u202E'],
    ['{sku}\u0000', 'invisible', '\u0000'],
    ['{sku}\u200B{n}', 'invisible', '\u200B'],
    ['{sku}\n{n}', 'invisible', '\n'],
    ['{sku}:{n}', 'character', ':'],
    ['{sku}?', 'character', '?'],
    ['"{sku}"', 'character', '"'],
    ['{sku}|{n}', 'character', '|'],
    [`{sku}${'x'.repeat(41)}`, 'fixedTooLong', ''],
    [`{sku}${'ผ'.repeat(14)}`, 'fixedTooLong', ''],
    ['x'.repeat(101), 'tooLong', ''],
  ])('%j has the problem %s', (template, problem, text) => {
    expect(templateProblem(template)).toEqual({ problem, text });
  });
});

const namesFor = (template: string, ...titles: string[]) =>
  fileNamesOf(
    titles.map((title) => ({ title, placement: 'shopee.listing-video' })),
    template,
  );

describe('a name', () => {
  test.each([
    ['VT-0412.jpg', 'VT-0412'],
    ['Röd sko.jpeg', 'Röd-sko'],
    ['Ro\u0308d.jpg', 'Röd'],
    ['ผ้าพันคอ.png', 'ผ้าพันคอ'],
    ['กระเป๋า 2.png', 'กระเป๋า-2'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a:b*c?.jpg', 'a-b-c'],
    ['con.jpg', '_con'],
    ['LPT1', '_LPT1'],
    ['aux.backup.png', '_aux.backup'],
    ['console.png', 'console'],
    ['trailing. .jpg', 'trailing'],
    ['.hidden.jpg', 'hidden'],
    ['-rf.jpg', 'rf'],
    ['👟.jpg', 'na'],
    ['', 'na'],
    ['shoe\u202Egpj.exe', 'shoegpj.exe'],
    ['AB.100', 'AB.100'],
    ['\u0301a.jpg', 'a'],
  ])('of the title %j is %j', (title, name) => {
    expect(namesFor('{sku}', title).stems).toEqual([name]);
  });

  test('contains the marketplace, the placement and the number', () => {
    expect(namesFor('{marketplace} {placement} {n}', 'a.jpg').stems).toEqual(['shopee shopee-listing-video 1']);
  });

  test.each([
    ['x', 87],
    ['ü', 43],
    ['ผ', 29],
    ['𝒳', 21],
  ])('of a title with 300 times %s contains %i of these characters and the number', (character, count) => {
    const { stems, shortened } = namesFor(defaultTemplate, `${character.repeat(300)}.jpg`);
    expect(stems).toEqual([`${character.repeat(count)}_shopee-listing-video_1`]);
    expect(shortened.size).toBe(1);
  });

  test('is cut before a letter, not between a letter and its marks', () => {
    const { stems } = namesFor('{sku}', `${'x'.repeat(113)}e\u0323\u0302.jpg`);
    expect(stems).toEqual(['x'.repeat(113)]);
  });
});

describe('the names of a package', () => {
  test('have numbers only where they would otherwise be equal', () => {
    expect(namesFor('{sku}_{n}', 'VT-1.jpg', 'vt-1.png', 'VT-2.jpg', 'VT-1.webp').stems).toEqual(['VT-1_1', 'vt-1_2', 'VT-2_1', 'VT-1_3']);
  });

  test('are unique if a title ends with the number of another title', () => {
    const titles = [...Array.from({ length: 12 }, () => 'a.jpg'), 'a1.jpg', 'a1.jpg'];
    const { stems, clashes } = namesFor('{sku}{n}', ...titles);
    expect(new Set(stems).size).toBe(titles.length);
    expect(clashes).toEqual([]);
  });

  test.each([
    ['an upper-case letter', 'VT-0412.jpg', 'vt-0412.jpg'],
    ['the normal form', 'Größe.jpg', 'Gro\u0308ße.jpg'],
    ['a sharp s', 'STRASSE.jpg', 'straße.jpg'],
    ['a final sigma', 'ΟΔΟΣ.jpg', 'οδος.jpg'],
    ['a replaced character', 'A/1.jpg', 'A:1.jpg'],
    ['an emoji', 'bag👜.jpg', 'bag.jpg'],
    ['the end of a long title', `${'x'.repeat(200)}1.jpg`, `${'x'.repeat(200)}2.jpg`],
  ])('clash without {n} if the titles differ only by %s', (_, one, other) => {
    const { clashes, stems } = namesFor('{sku}', one, 'other.jpg', other);
    expect(clashes).toEqual([{ stem: stems[0], indexes: [0, 2] }]);
    expect(namesFor('{sku}_{n}', one, 'other.jpg', other).clashes).toEqual([]);
  });

  test('count the titles that lose characters, but not the titles with spaces', () => {
    expect(namesFor('{sku}', 'red shoe.jpg', 'a:b.jpg', 'shoe👟.jpg', 'bag\u200F.jpg').cleaned.size).toBe(3);
    expect(namesFor('{marketplace}_{n}', 'a:b.jpg').cleaned.size).toBe(0);
  });
});

const hostileTexts = [
  ...['CON', 'nul', 'COM1', 'LPT9', 'aux.', '...', '.', '..', ' ', '-', '', '\u202E', '\u200F', '\u200B', '\uFEFF', '\u0000', '\t', '\r\n'],
  ...[
    '😀',
    '👨‍👩‍👧',
    '🇩🇪',
    'ß',
    'SS',
    'ı',
    'İ',
    'K',
    'Å',
    'ﬁ',
    'é',
    'e\u0301',
    '각',
    'ผ้า',
    'नमस्ते',
    'مرحبا',
    '\uD800',
    '=1+1',
    "'",
    '"',
    ',',
  ],
  ...['../', '..\\', 'C:', '<>', '|', '?', '*', 'x'.repeat(300), '漢'.repeat(100), '#', '%', '$', '&', ';', '`'],
];
const titles = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
        { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
        { weight: 4, arbitrary: fc.constantFrom('A', 'a', 'B1', '0', '12', '_', ' ', 'VT-') },
      ),
      { maxLength: 4 },
    ),
    fc.constantFrom('.jpg', '.PNG', '.webp', ''),
  )
  .map(([parts, extension]) => parts.join('') + extension);

/** Checks the rules of NTFS, APFS and ext4 without using the code that makes the names. */
function problemsOf(name: string): string[] {
  const base = name.split('.')[0]?.trimEnd().toUpperCase() ?? '';
  const devices = ['CON', 'PRN', 'AUX', 'NUL', ...[...'0123456789¹²³'].flatMap((digit) => [`COM${digit}`, `LPT${digit}`])];
  const codes = [...name].map((character) => character.codePointAt(0) ?? 0);
  return [
    /[<>:"/\\|?*]/.test(name) && 'a character that NTFS forbids',
    codes.some((code) => code < 32 || code === 127) && 'a control character',
    codes.some((code) => code >= 0xd800 && code <= 0xdfff) && 'half a character',
    /[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/.test(name) && 'an invisible character',
    /[. ]$/.test(name) && 'a dot or a space at the end',
    /^[. -]/.test(name) && 'a dot, a space or a hyphen at the start',
    devices.includes(base) && 'the name of a device',
    Buffer.byteLength(name) > nameBytesMax && 'too many bytes',
    name !== name.normalize('NFC') && 'another normal form',
    name === '' && 'no character',
  ].filter((problem) => problem !== false);
}

test.each([
  ['{sku}_{placement}_{n}'],
  ['{sku}{n}'],
  ['{title} {sku} {n}'],
  ['{n}'],
  ['{sku}_{title}_{marketplace}_{placement}_{n}'],
  [`${'ü'.repeat(20)}{sku}{n}`],
])('10,000 random titles with %j get unique names that every file system allows, and the manifest lists their items', (template) => {
  const count = 10_000;
  const sample = fc.sample(titles, { numRuns: count, seed: 42 });
  const files = sample.map((title, index) => ({ title, placement: placementIds[index % placementIds.length] ?? 'shopee.listing-video' }));
  const { stems, clashes } = fileNamesOf(files, template);
  const names = stems.map((stem) => `${stem}.webp`);
  expect(clashes).toEqual([]);
  expect(names.flatMap((name) => problemsOf(name).map((problem) => `${JSON.stringify(name)} has ${problem}`))).toEqual([]);
  expect(new Set(names.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(count);
  expect(new Set(names.map(foldName)).size).toBe(count);
  const rows = files.map(
    ({ title, placement }, index): PackageRow => ({
      ...{ title, placement, batchId: `b${index}`, itemId: `i${index}`, aiLabel: 'AI-generated', cents: 1, status: 'ready', readiness: '' },
      file: { path: `shop/${names[index]}`, part: 1, sizeBytes: 1, sha256: 'f' },
    }),
  );
  const [, ...lines] = parseCsv(manifestCsv(rows));
  const itemOf = new Map(lines.map(([file, , , title, , batch, item]) => [file, { title, batch, item }]));
  expect(itemOf.size).toBe(count);
  for (const [index, name] of names.entries())
    expect(itemOf.get(`shop/${name}`)).toEqual({ title: sample[index], batch: `b${index}`, item: `i${index}` });
});

test('without {n}, all names that are equal for one of the file systems are reported', () => {
  const sample = fc.sample(titles, { numRuns: 10_000, seed: 7 });
  const { stems, clashes } = fileNamesOf(
    sample.map((title) => ({ title, placement: 'shopee.listing-video' })),
    '{sku}',
  );
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(foldName(stem), (counts.get(foldName(stem)) ?? 0) + 1);
  const expected = [...counts.values()].filter((count) => count > 1);
  expect(expected.length).toBeGreaterThan(10);
  expect(clashes.map(({ indexes }) => indexes.length).sort()).toEqual(expected.sort());
});

test('the SKU and the title of a large order are separate fields', () => {
  const files = [{ title: 'Red shoe', sku: 'AB/1', placement: 'shopee.listing-video' }];
  expect(fileNamesOf(files, '{sku}_{title}').stems).toEqual(['AB-1_Red-shoe']);
  expect(fileNamesOf([{ title: 'bag.jpg', placement: 'shopee.listing-video' }], '{sku}_{title}').stems).toEqual(['bag_bag']);
});
