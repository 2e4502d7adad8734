/** Reads XLSX files. Cells become texts, and each cell of a merged range has the text of the range. */
import { strFromU8, unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/universal';
import { sheetColumnsMax, sheetRowsMax } from '#shared/products/limits.ts';
import type { SheetRow } from '#shared/products/sheet.ts';
import { limitRows, rowsAboveHeadingsMax } from './read-csv.ts';
import { SheetError } from './sheet-error.ts';
import { readZip } from './zip-directory.ts';

/** The XML of 10,000 rows with a hundred columns has less than this size. */
const xmlBytesMax = 200 * 1024 * 1024;
const sheetsMax = 12;
/** The maximum number of rows in Excel. A file with a higher row number is damaged, or an attack that tries to fill the memory. */
const excelRowsMax = 1_048_576;
const rowNumber = /<row\b[^>]*?\sr="(\d+)"/g;
const tooLargeColumn = /<c\b[^>]*?\sr="[A-Z]{4,}\d+"/;
const mergedRange = /<mergeCell\b[^>]*?\sref="([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)"/g;
/** A merged title can span the variants of a product. Larger ranges are decoration. */
const mergedCellsMax = 2_000;

type Cell = string | number | boolean | Date | null;

/** Returns the sheets of a workbook in order. @throws SheetError */
export async function readXlsx(file: Blob): Promise<SheetRow[][]> {
  await checkSizes(file);
  const buffer = await file.arrayBuffer();
  const merges = checkSheets(new Uint8Array(buffer));
  const workbook = await readWorkbook(buffer, { parseNumber: numberText as never }).catch((cause: unknown) => {
    throw new SheetError('unreadable', { cause });
  });
  const sheets = workbook.slice(0, sheetsMax).map(({ data }, index) => {
    const rows = (data as unknown as Cell[][]).map((cells) => cells.map(cellText));
    for (const merge of merges[index] ?? []) fillMerge(rows, merge);
    return rows;
  });
  const filled = sheets.map((rows) => rows.map((cells, index) => ({ number: index + 1, cells }))).filter(hasCells);
  if (filled.length === 0) throw new SheetError('empty');
  return filled.map((rows) => limitRows(rows.slice(0, sheetRowsMax + rowsAboveHeadingsMax + 1)));
}

const hasCells = (rows: readonly SheetRow[]): boolean => rows.some(({ cells }) => cells.some((cell) => cell.trim() !== ''));

/** @throws SheetError unsafe_zip, unreadable */
async function checkSizes(file: Blob): Promise<void> {
  const { entries } = await readZip(file);
  const xmlBytes = entries.filter(({ name }) => /\.(xml|rels)$/.test(name)).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (xmlBytes > xmlBytesMax) throw new SheetError('unsafe_zip');
  if (!entries.some(({ name }) => name === 'xl/workbook.xml')) throw new SheetError('unreadable');
}

type Merge = { column: number; row: number; lastColumn: number; lastRow: number };

/** Checks the addresses in the XML and returns the merged ranges of each sheet. @throws SheetError */
function checkSheets(bytes: Uint8Array): Merge[][] {
  const files = unzip(bytes);
  return Object.keys(files)
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((name) => {
      const xml = strFromU8(files[name] as Uint8Array);
      for (const [, row] of xml.matchAll(rowNumber)) if (Number(row) > excelRowsMax) throw new SheetError('unreadable');
      if (tooLargeColumn.test(xml) || xml.includes('<!DOCTYPE')) throw new SheetError('unreadable');
      return [...xml.matchAll(mergedRange)].map(([, column = '', row, lastColumn = '', lastRow]) => ({
        column: columnIndex(column),
        row: Number(row) - 1,
        lastColumn: columnIndex(lastColumn),
        lastRow: Number(lastRow) - 1,
      }));
    });
}

function unzip(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter: ({ name }) => /^xl\/worksheets\/[^/]+\.xml$/.test(name) });
  } catch (cause) {
    throw new SheetError('unreadable', { cause });
  }
}

const columnIndex = (letters: string): number => [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1;

function fillMerge(rows: string[][], { column, row, lastColumn, lastRow }: Merge): void {
  if ((lastColumn - column + 1) * (lastRow - row + 1) > mergedCellsMax || lastColumn >= sheetColumnsMax) return;
  const text = rows[row]?.[column];
  if (!text) return;
  for (const cells of rows.slice(row, lastRow + 1)) for (let index = column; index <= lastColumn; index++) cells[index] ||= text;
}

/** Keeps all digits of a number. A fraction such as 0.30000000000000004 becomes the number that Excel shows. */
const numberText = (text: string): string => (/^-?\d+$/.test(text) ? text : String(Number.parseFloat(Number(text).toPrecision(15))));

function cellText(cell: Cell): string {
  if (cell === null) return '';
  // A SKU such as 1-2 that Excel has changed to a date is still a date here, and the import warns about it.
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  return typeof cell === 'boolean' ? (cell ? 'TRUE' : 'FALSE') : String(cell);
}
