/**
 * The tables of a package (docs/spec.md 15.2): manifest.csv, results.csv and the import file for Shopify. Headings and states are in
 * English, because programs read them.
 */
import { csvOf, importedCell, textCell } from '../csv.ts';
import type { PlacementId } from '../marketplaces/rule-files.ts';
import { placementOf } from '../marketplaces/rules.ts';
import type { AiLabel } from './ai-label.ts';
import { missingText, withoutExtension } from './file-names.ts';

/** One result for one placement. */
export type PackageRow = {
  /** The title of the card. */
  title: string;
  /** The SKU in a large order. */
  sku?: string | undefined;
  /** The title of the product whose photo was ordered. */
  productTitle?: string | undefined;
  /** The row of the sheet from which the product was imported. */
  source?: { headers: readonly string[]; cells: readonly string[] } | undefined;
  placement: PlacementId;
  batchId: string;
  itemId: string;
  aiLabel: AiLabel;
  /** Price of the result in cents. A result can have a row for each placement, and only its first row has a price. */
  cents: number;
  /** Missing if the package does not contain a file for this row. */
  file?: { path: string; part: number; sizeBytes: number; sha256: string; seconds?: number };
  /** `ready`, or the reason why the package does not contain the file. */
  status: string;
  /** The result of the check with the rules of the placement, or the rule that refuses the file. */
  readiness: string;
};

const skuOf = ({ sku, title }: PackageRow) => sku ?? withoutExtension(title);
const titleOf = ({ productTitle, title }: PackageRow) => productTitle ?? title;

/** The files of the package, with the item of each file. */
export const manifestCsv = (rows: readonly PackageRow[]): string =>
  csvOf([
    ['file', 'part', 'sku', 'title', 'placement', 'batch', 'item', 'bytes', 'sha256'],
    ...rows.flatMap((row) => {
      if (!row.file) return [];
      const { path, part, sizeBytes, sha256 } = row.file;
      const item = [skuOf(row), titleOf(row), row.placement, row.batchId, row.itemId].map(textCell);
      return [[textCell(path), String(part), ...item, String(sizeBytes), sha256]];
    }),
  ]);

/** If the imported cells of all rows have more characters than this, results.csv contains no imported columns, so that it stays small. */
const importedCharactersMax = 5_000_000;

type Column = { header: string; key: string };

/**
 * The imported columns of all rows, in the order of their sheets. Rows of different sheets share the columns with the same header. A sheet
 * can have several columns with the same header.
 */
function importedColumns(rows: readonly PackageRow[]): { headers: string[]; cellsOf(row: PackageRow): string[] } {
  const characters = rows.reduce((sum, { source }) => sum + (source?.cells.reduce((length, cell) => length + cell.length, 0) ?? 0), 0);
  const columnsOf = ({ source }: PackageRow): Column[] => {
    const counts = new Map<string, number>();
    return (source?.headers ?? []).map((header) => {
      const count = (counts.get(header) ?? 0) + 1;
      counts.set(header, count);
      return { header, key: `${count} ${header}` };
    });
  };
  const columns = new Map<string, string>();
  if (characters <= importedCharactersMax) for (const row of rows) for (const { key, header } of columnsOf(row)) columns.set(key, header);
  return {
    headers: [...columns.values()],
    cellsOf: (row) => {
      const cells = new Map(columnsOf(row).map(({ key }, index) => [key, row.source?.cells[index] ?? '']));
      return [...columns.keys()].map((key) => cells.get(key) ?? '');
    },
  };
}

/** All rows, also of files that the package does not contain. The imported columns of the products are the first columns. */
export function resultsCsv(rows: readonly PackageRow[]): string {
  const imported = importedColumns(rows);
  return csvOf([
    [
      ...imported.headers.map(textCell),
      ...['sku', 'title', 'placement', 'status', 'file', 'seconds', 'bytes', 'sha256', 'cost', 'readiness', 'ai_label'],
    ],
    ...rows.map((row) => [
      ...imported.cellsOf(row).map(importedCell),
      ...[skuOf(row), titleOf(row), row.placement, row.status, row.file?.path ?? ''].map(textCell),
      row.file?.seconds?.toFixed(2) ?? '',
      row.file ? String(row.file.sizeBytes) : '',
      row.file?.sha256 ?? '',
      (row.cents / 100).toFixed(2),
      ...[row.readiness, row.aiLabel].map(textCell),
    ]),
  ]);
}

/** Shopify shortens a longer text: https://help.shopify.com/en/manual/products/import-export/using-csv */
const altCharactersMax = 512;
/** Maximum length of the title of a product in Shopify. */
const titleCharactersMax = 255;

/**
 * The pictures of each product, or undefined if the package has no picture, because Shopify imports no videos. Shopify needs a title in the
 * first row of a product. Shopify also needs addresses of pictures, so the seller replaces the file names after an upload to Shopify.
 */
export function shopifyCsv(rows: readonly PackageRow[]): string | undefined {
  const positions = new Map<string, number>();
  const lines = rows.flatMap((row) => {
    if (!row.file || placementOf(row.placement).kind !== 'image') return [];
    const handle = handleOf(skuOf(row));
    const position = (positions.get(handle) ?? 0) + 1;
    positions.set(handle, position);
    const text = [...(row.productTitle ?? skuOf(row).replace(/[_-]+/gu, ' ')).trim()];
    const title = position === 1 ? text.slice(0, titleCharactersMax).join('') || missingText : '';
    const fileName = row.file.path.slice(row.file.path.lastIndexOf('/') + 1);
    return [[title, handle, fileName, String(position), text.slice(0, altCharactersMax).join('')].map(textCell)];
  });
  if (lines.length === 0) return undefined;
  return csvOf([['Title', 'URL handle', 'Product image URL', 'Image position', 'Image alt text'], ...lines]);
}

/** A handle of Shopify has lower-case letters, digits and hyphens. */
const handleOf = (sku: string): string =>
  sku
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/gu, '') || missingText;
