import { describe, expect, test } from 'vitest';
import { csvOf, parseCsv, textCell } from './csv.ts';

describe('a cell', () => {
  test.each([
    ['Video generation', 'Video generation'],
    ['a, b', '"a, b"'],
    ['say "yes"', '"say ""yes"""'],
    ['two\nlines', '"two\nlines"'],
    ['', ''],
    ['=1+1', `"'=1+1"`],
    ['=HYPERLINK("https://evil.example","Click")', `"'=HYPERLINK(""https://evil.example"",""Click"")"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['  =1', `"'  =1"`],
    ['|calc', `"'|calc"`],
    ["'=1+1", `"''=1+1"`],
    ["rock 'n' roll", `"rock 'n' roll"`],
  ])('a cell with the text %j is written as %j', (text, cell) => {
    expect(textCell(text)).toBe(cell);
  });
});

describe('a table', () => {
  test.each([
    [[['a', 'b']]],
    [
      [
        ['sku', 'title'],
        ['', ''],
        ['001', 'a, "b"; c'],
      ],
    ],
    [
      [
        ['=1+1', "'=1+1", "''@x", "'plain", "'"],
        ['-1', ' +2', '|', '%', '\t'],
      ],
    ],
    [[['two\r\nlines', 'two\nlines', '\uFEFF', 'ü😀', '"']]],
    [[['']]],
  ])('%j is the same after it is written and read', (table) => {
    expect(parseCsv(csvOf(table.map((cells) => cells.map(textCell))))).toEqual(table);
  });

  test('with random texts is the same after it is written and read', () => {
    let seed = 1;
    const random = (limit: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % limit;
    };
    const characters = [...`=+-@\t\r\n|%'",; aé😀`];
    const text = () => Array.from({ length: random(6) }, () => characters[random(characters.length)]).join('');
    for (let round = 0; round < 2000; round++) {
      const table = Array.from({ length: 1 + random(3) }, () => ['x', text(), text()]);
      expect(parseCsv(csvOf(table.map((cells) => cells.map(textCell))))).toEqual(table);
    }
  });

  test('with an open quotation mark is refused', () => {
    expect(() => parseCsv('a,"b')).toThrow('This is not a table in CSV');
  });
});
