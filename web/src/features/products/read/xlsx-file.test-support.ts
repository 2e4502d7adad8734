/** Makes small XLSX files for tests. */
import { strToU8, zipSync } from 'fflate';

/** A text, a number, a date as a serial number, a formula with its stored result, or an empty cell. */
export type TestCell = string | number | null | { date: number } | { formula: string; result: string } | { error: string };
export type TestSheet = { rows: readonly (readonly TestCell[])[]; merges?: readonly string[]; rawXml?: string };

const escapeXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);

function cellXml(cell: TestCell, address: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`;
  if (typeof cell === 'string') return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
  if ('date' in cell) return `<c r="${address}" s="1"><v>${cell.date}</v></c>`;
  if ('error' in cell) return `<c r="${address}" t="e"><f>A1/0</f><v>${cell.error}</v></c>`;
  return `<c r="${address}" t="str"><f>${escapeXml(cell.formula)}</f><v>${escapeXml(cell.result)}</v></c>`;
}

function sheetXml({ rows, merges = [], rawXml = '' }: TestSheet): string {
  const rowXml = rows.map(
    (cells, row) => `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, `${columnName(column)}${row + 1}`)).join('')}</row>`,
  );
  const mergeXml = merges.length > 0 ? `<mergeCells>${merges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>` : '';
  return `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rowXml.join('')}${rawXml}</sheetData>${mergeXml}</worksheet>`;
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export function xlsxFile(...sheets: readonly TestSheet[]): Blob {
  const ids = sheets.map((_, index) => index + 1);
  const files: Record<string, string> = {
    '[Content_Types].xml': '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relations}"><sheets>${ids.map((id) => `<sheet name="Sheet${id}" sheetId="${id}" r:id="rId${id}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${ids.map((id) => `<Relationship Id="rId${id}" Type="${relations}/worksheet" Target="worksheets/sheet${id}.xml"/>`).join('')}<Relationship Id="rId99" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml':
      '<?xml version="1.0"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>',
    ...Object.fromEntries(sheets.map((sheet, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet)])),
  };
  return new Blob([
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))) as Uint8Array<ArrayBuffer>,
  ]);
}
