/** Parses comma, semicolon and tab separated text. */
import Papa from 'papaparse';
import { sheetColumnsMax, sheetRowsMax } from '#shared/products/limits.ts';
import type { SheetRow } from '#shared/products/sheet.ts';
import { SheetError } from './sheet-error.ts';

/** Templates have a few rows above their headings. */
export const rowsAboveHeadingsMax = 20;

/** The first line of some files names the separator, for example `sep=;`. */
const separatorLine = /^sep=(.)\r?\n/i;

/** @throws SheetError too_many_rows, unreadable */
export function readCsv(text: string): SheetRow[] {
  const [line = '', separator = ''] = separatorLine.exec(text) ?? [];
  const { data, errors } = Papa.parse<string[]>(text.slice(line.length), {
    delimiter: separator || guessSeparator(text),
    skipEmptyLines: false,
    // Parsing stops here, so that a file with millions of empty lines does not use the memory.
    preview: sheetRowsMax + rowsAboveHeadingsMax + 1,
  });
  if (errors.some(({ code }) => code === 'MissingQuotes')) throw new SheetError('unreadable');
  if (data.some((cells) => cells.length > sheetColumnsMax)) throw new SheetError('unreadable');
  const rows = data.map((cells, index) => ({ number: index + 1 + (line === '' ? 0 : 1), cells }));
  return limitRows(rows);
}

const guessedCharacters = 64 * 1024;
const guessedRows = 20;

/**
 * Returns the separator for which most rows have the same number of columns. If two separators are equal,
 * returns the one with more columns, because a comma can also be part of numbers and titles.
 */
function guessSeparator(text: string): string {
  const start = text.slice(0, guessedCharacters);
  const scores = [',', ';', '\t', '|'].map((delimiter) => {
    const { data } = Papa.parse<string[]>(start, { delimiter, preview: guessedRows, skipEmptyLines: 'greedy' });
    const rowsOf = new Map<number, number>();
    for (const { length } of data) if (length > 1) rowsOf.set(length, (rowsOf.get(length) ?? 0) + 1);
    const [columns = 0, rows = 0] = [...rowsOf].sort((one, other) => other[1] - one[1] || other[0] - one[0])[0] ?? [];
    return { delimiter, share: rows / Math.max(1, data.length), columns };
  });
  const [best] = scores.sort((one, other) => other.share - one.share || other.columns - one.columns);
  return best && best.share > 0 ? best.delimiter : ',';
}

/** @throws SheetError too_many_rows, empty */
export function limitRows(rows: readonly SheetRow[]): SheetRow[] {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) throw new SheetError('empty');
  if (filled.length > sheetRowsMax + rowsAboveHeadingsMax || rows.length > sheetRowsMax + rowsAboveHeadingsMax)
    throw new SheetError('too_many_rows');
  return filled;
}
