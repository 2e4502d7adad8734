/**
 * The tables of a package (docs/spec.md 15.2): manifest.csv, results.csv and the import file for Shopify. Headings and states are in
 * English, because programs read them.
 */
import { csvOf, textCell } from '../csv.ts';
import type { PlacementId } from '../marketplaces/rule-files.ts';
import { placementOf } from '../marketplaces/rules.ts';
import type { AiLabel } from './ai-label.ts';
import { missingText, withoutExtension } from './file-names.ts';

/** One result for one placement. */
export type PackageRow = {
  title: string;
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

const skuOf = ({ title }: PackageRow) => withoutExtension(title);

/** The files of the package, with the item of each file. */
export const manifestCsv = (rows: readonly PackageRow[]): string =>
  csvOf([
    ['file', 'part', 'sku', 'title', 'placement', 'batch', 'item', 'bytes', 'sha256'],
    ...rows.flatMap((row) => {
      if (!row.file) return [];
      const { path, part, sizeBytes, sha256 } = row.file;
      const item = [skuOf(row), row.title, row.placement, row.batchId, row.itemId].map(textCell);
      return [[textCell(path), String(part), ...item, String(sizeBytes), sha256]];
    }),
  ]);

/** All rows, also of files that the package does not contain. */
export const resultsCsv = (rows: readonly PackageRow[]): string =>
  csvOf([
    ['sku', 'title', 'placement', 'status', 'file', 'seconds', 'bytes', 'sha256', 'cost', 'readiness', 'ai_label'],
    ...rows.map((row) => [
      ...[skuOf(row), row.title, row.placement, row.status, row.file?.path ?? ''].map(textCell),
      row.file?.seconds?.toFixed(2) ?? '',
      row.file ? String(row.file.sizeBytes) : '',
      row.file?.sha256 ?? '',
      (row.cents / 100).toFixed(2),
      ...[row.readiness, row.aiLabel].map(textCell),
    ]),
  ]);

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
    const text = [...skuOf(row).replace(/[_-]+/gu, ' ').trim()];
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
