// @vitest-environment node
/** Files that must be refused, or whose dangerous parts must be left out. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { sheetRowsMax } from '#shared/products/limits.ts';
import { readSheet } from './read-sheet.ts';
import type { FileRefusal } from './sheet-error.ts';
import { xlsxFile } from './xlsx-file.test-support.ts';
import { readZip } from './zip-directory.ts';

const blob = (bytes: Uint8Array | number[]): Blob => new Blob([new Uint8Array(bytes)]);
const rows = (count: number) => `SKU,Title\n${Array.from({ length: count }, (_, index) => `VT-${index},x`).join('\n')}`;
const header = 'SKU,Title\nVT-1,x\n';

/** A ZIP archive whose directory declares other values than its files have. */
function changedZip(
  change: (view: DataView, directory: number) => void,
  files: Record<string, Uint8Array> = { 'a.csv': strToU8(header) },
): Blob {
  const bytes = zipSync(files);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  change(view, view.getUint32(bytes.length - 6, true));
  return blob(bytes);
}

const sheets: [string, Blob, FileRefusal][] = [
  ['an empty file', new Blob([]), 'empty'],
  ['only white space', new Blob([' \n \n']), 'empty'],
  ['only headings', new Blob(['SKU,Title\n']), 'empty'],
  ['a JPEG with the name of a table', blob([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 0, 0, 0, 0]), 'unreadable'],
  ['a PDF with zero bytes', new Blob(['%PDF-1.7\n\0\0\0\0binary\0']), 'unreadable'],
  ['an old Excel file', blob([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]), 'old_excel'],
  ['a quote that is never closed', new Blob([`SKU,Title\nVT-1,"open\n${'VT-2,x\n'.repeat(50)}`]), 'unreadable'],
  ['one row too many', new Blob([rows(sheetRowsMax + 1)]), 'too_many_rows'],
  ['a million empty lines', new Blob([header, '\n'.repeat(1_000_000)]), 'too_many_rows'],
  ['a row with thousands of columns', new Blob([`SKU,Title${','.repeat(5_000)}\nVT-1,x\n`]), 'unreadable'],
  ['a table above 50 MB', new Blob([header, new Uint8Array(50 * 1024 * 1024).fill(97)]), 'too_large'],
  ['an XLSX file without a workbook', blob(zipSync({ 'xl/other.xml': strToU8('<x/>') })), 'unreadable'],
  ['an XLSX file that is cut off', (xlsxFile({ rows: [['SKU'], ['VT-1']] }) as Blob).slice(0, 400), 'unreadable'],
  ['an XLSX file with an endless row number', xlsxFile({ rows: [['SKU'], ['VT-1']], rawXml: '<row r="999999999"/>' }), 'unreadable'],
  [
    'an XLSX file with an endless column',
    xlsxFile({ rows: [['SKU']], rawXml: '<row r="9"><c r="ZZZZZZ9"><v>1</v></c></row>' }),
    'unreadable',
  ],
  [
    'an XLSX file with too many rows',
    xlsxFile({ rows: [['SKU'], ...Array.from({ length: sheetRowsMax + 50 }, (_, index) => [`VT-${index}`])] }),
    'too_many_rows',
  ],
  ['an XLSX file with entities', xlsxFile({ rows: [['SKU'], ['VT-1']], rawXml: '<!DOCTYPE x [<!ENTITY a "aaaa">]>' }), 'unreadable'],
  [
    'an XLSX bomb',
    blob(zipSync({ 'xl/workbook.xml': strToU8('<x/>'), 'xl/worksheets/sheet1.xml': new Uint8Array(210 * 1024 * 1024) })),
    'unsafe_zip',
  ],
];

describe('a hostile table', () => {
  test.each(sheets)('%s is refused', async (_, file, reason) => {
    await expect(readSheet(file, 'en')).rejects.toMatchObject({ reason });
  });
});

const zipNames = async (file: Blob): Promise<[string[], number]> => {
  const { entries, skipped } = await readZip(file);
  return [entries.map(({ name }) => name), skipped];
};

describe('a hostile archive', () => {
  test('leaves out unsafe names, and keeps the other files', async () => {
    const photo = strToU8('photo');
    const file = blob(
      zipSync({
        'ok/a.jpg': photo,
        '../up.jpg': photo,
        '/root.jpg': photo,
        'a/../../b.jpg': photo,
        'c:/d.jpg': photo,
        '..\\w.jpg': photo,
        'x\u0000y.jpg': photo,
      }),
    );
    expect(await zipNames(file)).toEqual([['ok/a.jpg'], 6]);
  });

  test('leaves out files of the operating system', async () => {
    const file = blob(
      zipSync({ 'a.jpg': strToU8('x'), '__MACOSX/._a.jpg': strToU8('x'), '.DS_Store': strToU8('x'), 'b/Thumbs.db': strToU8('x') }),
    );
    expect(await zipNames(file)).toEqual([['a.jpg'], 0]);
  });

  test.each<[string, Blob, FileRefusal]>([
    ['that is no archive', new Blob(['PK not a zip']), 'unreadable'],
    ['with a directory outside of the file', changedZip((view) => view.setUint32(view.byteLength - 6, 0x7fffffff, true)), 'unsafe_zip'],
    ['with too many entries', changedZip((view) => view.setUint16(view.byteLength - 12, 30_000, true)), 'unsafe_zip'],
    ['with a damaged directory', changedZip((view, directory) => view.setUint32(directory, 0, true)), 'unreadable'],
    ['that declares a thousandfold size', changedZip((view, directory) => view.setUint32(directory + 24, 900_000_000, true)), 'unsafe_zip'],
    ['whose files overlap', changedZip((view, directory) => view.setUint32(directory + 20, 900_000_000, true)), 'unsafe_zip'],
  ])('%s is refused', async (_, file, reason) => {
    await expect(readZip(file)).rejects.toMatchObject({ reason });
  });

  test('a file that is larger than it declares cannot be opened', async () => {
    const file = changedZip((view, directory) => view.setUint32(directory + 24, 10, true), { 'a.jpg': new Uint8Array(5_000) });
    const { entries } = await readZip(file);
    await expect(entries[0]?.open()).rejects.toThrow();
  });

  test('a file with a password is left out', async () => {
    expect(await zipNames(changedZip((view, directory) => view.setUint16(directory + 8, 1, true)))).toEqual([[], 1]);
  });
});

test('a file of an archive has its original bytes, whether it is stored or deflated', async () => {
  const content = strToU8('photo '.repeat(1_000));
  const file = blob(zipSync({ 'stored.jpg': [content, { level: 0 }], 'deflated.jpg': [content, { level: 9 }] }));
  const { entries } = await readZip(file);
  for (const entry of entries) expect(new Uint8Array(await (await entry.open()).arrayBuffer())).toEqual(content);
});
