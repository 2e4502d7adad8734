/** Reads a CSV, TSV or XLSX file and returns its table. The bytes decide which kind of file it is, not the name. */
import { tableOf } from '#shared/products/guess-columns.ts';
import { sheetBytesMax, sheetRowsMax } from '#shared/products/limits.ts';
import { decodeText } from './decode-text.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { SheetError } from './sheet-error.ts';

export type ReadTable = ReturnType<typeof tableOf>;

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean => start.every((byte, index) => bytes[index] === byte);
const zipStart = [0x50, 0x4b, 0x03, 0x04];
/** The old format of Excel, which is also the format of XLSX files with a password. */
const oldExcelStart = [0xd0, 0xcf, 0x11, 0xe0];

/** Of several sheets, the one with the best headings is used. @throws SheetError */
export async function readSheet(file: Blob, language: string): Promise<ReadTable> {
  if (file.size > sheetBytesMax) throw new SheetError('too_large');
  if (file.size === 0) throw new SheetError('empty');
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  if (startsWith(start, oldExcelStart)) throw new SheetError('old_excel');
  const sheets = startsWith(start, zipStart)
    ? await readXlsx(file)
    : [readCsv(decodeText(new Uint8Array(await file.arrayBuffer()), language))];
  const [best] = sheets.map(tableOf).sort((one, other) => other.headingScore - one.headingScore || other.rows.length - one.rows.length);
  if (!best || best.rows.length === 0) throw new SheetError('empty');
  if (best.rows.length > sheetRowsMax) throw new SheetError('too_many_rows');
  return best;
}
