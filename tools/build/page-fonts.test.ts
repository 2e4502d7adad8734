import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fontsNeededBy, parseFonts } from './page-fonts.ts';

const fonts = parseFonts(readFileSync('web/src/app/fonts.css', 'utf8'));

test('parseFonts finds every font file of fonts.css', () => {
  expect(fonts.map(({ name }) => name).sort()).toEqual(
    ['display', 'sans'].flatMap((family) => ['cyrillic', 'latin', 'latin-ext', 'vietnamese'].map((script) => `${family}-${script}`)),
  );
});

test.each([
  ['<h1>Prices</h1><p>All prices</p>', []],
  ['<h1>Цены</h1><p>Все цены</p>', ['display-cyrillic', 'sans-cyrillic']],
  ['<h1>Ceny</h1><p>Łatwo</p>', ['sans-latin-ext']],
  ['<h1>Giá cả</h1><p class="ả">Gia</p>', ['display-vietnamese']],
  ['<h1 class="x">料金</h1><h2>Łatwo</h2><p>&nbsp;&#1078;</p>', []],
])('the page %j needs the fonts %j', (html, names) => {
  expect(fontsNeededBy(html, fonts).sort()).toEqual(names);
});
