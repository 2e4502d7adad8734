/**
 * Builds the font files in web/src/app/fonts/ from npm packages. The files contain only the letters of languages in Latin script. Texts in
 * other scripts use the fonts on the user's device (tokens.css). The display font has only one weight. After a change in this file, run
 * `npm run fonts` and commit the font files.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont, { type Axis } from 'subset-font';

const repository = new URL('../../', import.meta.url);
const fontPath = (name: string) => fileURLToPath(new URL(`web/src/app/fonts/${name}`, repository));

/** Package of a font family, and the prefix of its file names. */
type Family = { name: string; package: string; prefix: string; axes: Record<string, Axis> };

const families: Family[] = [
  {
    name: 'display',
    package: import.meta.resolve('@fontsource-variable/noto-serif-display/package.json'),
    prefix: 'noto-serif-display',
    axes: { wght: 560 },
  },
  {
    name: 'sans',
    package: import.meta.resolve('@fontsource-variable/source-sans-3/package.json'),
    prefix: 'source-sans-3',
    axes: { wght: { min: 400, max: 700 } },
  },
];

/** The first and the last character of each range. In fonts.css, `unicode-range` contains the same ranges. */
const scripts: Record<string, [first: number, last: number][]> = {
  // Letters of English, punctuation, and symbols such as ™.
  latin: [
    [0x20, 0x7e],
    [0xa0, 0xff],
    [0x131, 0x131],
    [0x152, 0x153],
    [0x2013, 0x2014],
    [0x2018, 0x201a],
    [0x201c, 0x201e],
    [0x2022, 0x2022],
    [0x2026, 0x2026],
    [0x2032, 0x2033],
    [0x2039, 0x203a],
    [0x20ac, 0x20ac],
    [0x2122, 0x2122],
    [0x2212, 0x2212],
  ],
  // Polish, Turkish and similar languages.
  'latin-ext': [
    [0x100, 0x130],
    [0x132, 0x151],
    [0x154, 0x17f],
    [0x218, 0x21b],
    [0x1e9e, 0x1e9e],
    [0x20b1, 0x20b1],
    [0x20ba, 0x20ba],
  ],
  vietnamese: [
    [0x1a0, 0x1a1],
    [0x1af, 0x1b0],
    [0x300, 0x301],
    [0x303, 0x303],
    [0x309, 0x309],
    [0x323, 0x323],
    [0x1ea0, 0x1ef9],
    [0x20ab, 0x20ab],
  ],
  cyrillic: [
    [0x401, 0x401],
    [0x410, 0x44f],
    [0x451, 0x451],
    [0x2116, 0x2116],
  ],
};

/**
 * The OpenType features that the page uses: kerning, ligatures, marks, letters of one language, and digits of equal width. All other
 * features are removed. Their letters (small capitals, fractions) would make the files a third larger.
 */
const keepFeatures = ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum'];

const lettersOf = (ranges: [number, number][]): string =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset))).join('');

for (const family of families) {
  for (const [script, ranges] of Object.entries(scripts)) {
    const completeFont = readFileSync(new URL(`files/${family.prefix}-${script}-wght-normal.woff2`, family.package));
    const options = { targetFormat: 'woff2', variationAxes: family.axes, keepFeatures, noHinting: true } as const;
    const subset = await subsetFont(completeFont, lettersOf(ranges), options);
    writeFileSync(fontPath(`${family.name}-${script}.woff2`), subset);
    console.log(`${family.name}-${script}.woff2 ${(subset.length / 1000).toFixed(1)} kB`);
  }
  copyFileSync(new URL('LICENSE', family.package), fontPath(`${family.name}.LICENSE.txt`));
}
