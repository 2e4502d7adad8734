/** CSV for spreadsheets. A cell is always a text or a number, never a formula, and a table can be read again without a change. */

/** A byte order mark, so that spreadsheets detect UTF-8. */
const byteOrderMark = '\uFEFF';

/**
 * A spreadsheet treats a cell with one of these first characters as a formula, even after white space. With an apostrophe at its start, the
 * cell is a text. A text that already starts with apostrophes gets one more, so that `parseCsv` can always remove one.
 */
const formula = /^'*\s*[=+\-@\t\r\n|%]/;

export const textCell = (text: string): string => quoted(formula.test(text) ? `'${text}` : text);

/** A number with a sign, for example `-5` or `+49.90`. A spreadsheet does not calculate it, so a cell that was imported stays unchanged. */
const signedNumber = /^[+-]\d+([.,]\d+)*%?$/;

/** Returns a cell of a table that the seller imported. */
export const importedCell = (text: string): string => (signedNumber.test(text) ? quoted(text) : textCell(text));

const quoted = (text: string): string => (/[",\r\n;']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Joins lines of cells. The line ends follow RFC 4180. */
export const csvOf = (lines: readonly (readonly string[])[]): string =>
  `${byteOrderMark}${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`;

/** Reads a table that `csvOf` wrote. Returns the original texts, without the apostrophes that `textCell` added. */
export function parseCsv(csv: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  const cell = /"((?:[^"]|"")*)"(,|\r\n|$)|([^",\r\n][^,\r\n]*|)(,|\r\n|$)/gy;
  cell.lastIndex = csv.startsWith(byteOrderMark) ? 1 : 0;
  while (cell.lastIndex < csv.length) {
    const match = cell.exec(csv);
    if (!match) throw new TypeError('This is not a table in CSV');
    const [, quoted, quotedEnd, plain = '', plainEnd] = match;
    const text = quoted?.replaceAll('""', '"') ?? plain;
    cells.push(text.startsWith("'") && formula.test(text) ? text.slice(1) : text);
    if ((quotedEnd ?? plainEnd) === ',') continue;
    lines.push(cells);
    cells = [];
  }
  return lines;
}
