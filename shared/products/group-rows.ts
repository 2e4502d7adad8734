/** Makes products from the rows of a sheet. Variants and rows with further photos belong to one product. */
import { isRefusal, type Problem, plainText, skuProblems, titleProblems } from './check-cells.ts';
import {
  optionCharactersMax,
  optionsPerProductMax,
  photoSourceCharactersMax,
  photosPerProductMax,
  titleCharactersMax,
  variantsPerProductMax,
} from './limits.ts';
import { type ColumnRoles, cellOf, cellsOf, type SheetRow, type Table } from './sheet.ts';

export type ProductOption = { name: string; values: string[] };

/** A product of a sheet. */
export type SheetProduct = {
  sku: string;
  title: string;
  options: ProductOption[];
  /** All SKUs of the product, with `sku` as the first one. */
  variantSkus: string[];
  /** File names and URLs, in order. */
  photoSources: string[];
  /** The rows of the product. The first row is stored as its source. */
  rows: SheetRow[];
  problems: Problem[];
};

export type GroupOptions = {
  /** Makes a product of each row with a SKU. */
  isVariantProduct?: boolean;
};

type Line = {
  row: SheetRow;
  sku: string;
  title: string;
  options: { name: string; value: string }[];
  photos: { source: string; position: number }[];
  variantPhotos: string[];
};
type Group = { key: string; parentSku: string; lines: Line[] };

const url = /https?:\/\//i;

/** Splits a cell with several photos. A URL can contain commas, so a cell with URLs is split only in front of a URL. */
export const photosIn = (cell: string): string[] =>
  (url.test(cell) ? cell.split(/[,;|\s]+(?=https?:\/\/)/i) : cell.split(/[,;|\r\n]+/))
    .map((part) => plainText(part.replace(/[,;|\s]+$/, '')))
    .filter((part) => part !== '' && part.length <= photoSourceCharactersMax);

/** The options of a row. The n-th name belongs to the n-th value. A value without a name has the heading of its column. */
function optionsOf({ cells }: SheetRow, roles: ColumnRoles, headers: readonly string[]): Line['options'] {
  const columnsOf = (role: 'option_name' | 'option_value') => roles.flatMap((one, column) => (one === role ? column : []));
  const names = columnsOf('option_name');
  return columnsOf('option_value').flatMap((column, index) => {
    const value = plainText(cells[column] ?? '').slice(0, optionCharactersMax);
    const nameColumn = names[index];
    const name = nameColumn === undefined ? (headers[column] ?? '') : (cells[nameColumn] ?? '');
    return value === '' ? [] : { name: plainText(name).slice(0, optionCharactersMax), value };
  });
}

function lineOf(row: SheetRow, roles: ColumnRoles, headers: readonly string[]): Line {
  const position = Number.parseInt(cellOf(row, roles, 'photo_position'), 10);
  return {
    row,
    sku: plainText(cellOf(row, roles, 'sku')),
    title: plainText(cellOf(row, roles, 'title')),
    options: optionsOf(row, roles, headers),
    photos: cellsOf(row, roles, 'photo')
      .flatMap(photosIn)
      .map((source) => ({ source, position: Number.isNaN(position) ? Number.POSITIVE_INFINITY : position })),
    variantPhotos: cellsOf(row, roles, 'variant_photo').flatMap(photosIn),
  };
}

/**
 * Collects the rows of each product. A row without its own key belongs to the product above, for example in merged cells and in rows that
 * only add a photo.
 */
function groupsOf({ headers, rows }: Table, roles: ColumnRoles): Group[] {
  const groups = new Map<string, Group>();
  const keyById = new Map<string, string>();
  let previousKey: string | undefined;
  for (const row of rows) {
    const line = lineOf(row, roles, headers);
    const parentSku = plainText(cellOf(row, roles, 'parent_sku'));
    const groupCell = plainText(cellOf(row, roles, 'group'));
    // WooCommerce names a parent by its SKU, or by its id as in `id:12`.
    const group = /^id:/i.test(groupCell) ? (keyById.get(groupCell.slice(3)) ?? groupCell) : groupCell;
    const ownKey = group || parentSku || line.sku;
    const isUnnamed = ownKey === '' && line.title !== '';
    const key: string = ownKey || (isUnnamed ? `row ${row.number}` : (previousKey ?? `row ${row.number}`));
    const rowId = cellOf(row, roles, 'row_id');
    if (rowId !== '') keyById.set(rowId, key);
    const existing = groups.get(key);
    // Without a group, a row with a title is a product. A second product with the same SKU is refused later.
    const isRepeat = existing !== undefined && group === '' && parentSku === '' && line.sku === key && line.title !== '';
    if (existing && !isRepeat) existing.lines.push(line);
    else groups.set(isRepeat ? `${key} in row ${row.number}` : key, { key, parentSku, lines: [line] });
    previousKey = key;
  }
  return [...groups.values()];
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ''))];

function mergeOptions(lines: readonly Line[]): ProductOption[] {
  const options = new Map<string, Set<string>>();
  // Only the first row of a Shopify product contains the names of its options.
  const firstNames = lines[0]?.options.map(({ name }) => name) ?? [];
  for (const line of lines)
    for (const [index, { name, value }] of line.options.entries()) {
      const key = name || firstNames[index] || '';
      options.set(key, (options.get(key) ?? new Set()).add(value));
    }
  return (
    [...options]
      // Shopify writes this value for a product without options.
      .filter(([, values]) => !(values.size === 1 && values.has('Default Title')))
      .slice(0, optionsPerProductMax)
      .map(([name, values]) => ({ name, values: [...values].slice(0, variantsPerProductMax) }))
  );
}

const photosOf = (lines: readonly Line[]): string[] =>
  lines
    .flatMap(({ photos }) => photos)
    .map((photo, index) => ({ ...photo, index }))
    .sort((one, other) => one.position - other.position || one.index - other.index || 0)
    .map(({ source }) => source);

function productOf(lines: readonly Line[], sku: string, sharedPhotos: readonly string[] = []): SheetProduct {
  const title = lines.find((line) => line.title !== '')?.title ?? '';
  const allPhotos = unique([...sharedPhotos, ...photosOf(lines), ...lines.flatMap(({ variantPhotos }) => variantPhotos)]);
  const variantSkus = unique([sku, ...lines.map((line) => line.sku)]);
  const options = mergeOptions(lines);
  return {
    sku,
    title: (title || sku).slice(0, titleCharactersMax),
    options,
    variantSkus: variantSkus.slice(0, variantsPerProductMax),
    photoSources: allPhotos.slice(0, photosPerProductMax),
    rows: lines.map(({ row }) => row),
    problems: [
      ...skuProblems(sku),
      ...titleProblems(title),
      ...(allPhotos.length > photosPerProductMax ? [{ code: 'photos_many', text: String(allPhotos.length) } as const] : []),
      ...(variantSkus.length > variantsPerProductMax ? [{ code: 'variants_many', text: String(variantSkus.length) } as const] : []),
    ],
  };
}

/** Returns the SKU of the parent, else the first SKU in the rows, else the key of the group, such as a Shopify handle. */
function skuOf({ key, parentSku, lines }: Group): string {
  const own = parentSku || (lines.find(({ sku }) => sku !== '')?.sku ?? '');
  return own || (/^row \d+$/.test(key) ? '' : key);
}

/** Returns one product for each variant, with the photos of the variant before the photos of the whole product. */
function variantsOf(group: Group): SheetProduct[] {
  const title = group.lines.find((line) => line.title !== '')?.title ?? '';
  const variants = group.lines.filter(({ sku }) => sku !== '');
  if (variants.length < 2) return [productOf(group.lines, skuOf(group))];
  const commonPhotos = photosOf(group.lines);
  return variants.map((line) => {
    const values = line.options.map(({ value }) => value).filter((value) => value !== 'Default Title');
    const variantTitle = line.title || title;
    const text = values.length > 0 && variantTitle !== '' ? `${variantTitle}, ${values.join(', ')}` : variantTitle;
    return productOf([{ ...line, title: text, photos: [], variantPhotos: [] }], line.sku, unique([...line.variantPhotos, ...commonPhotos]));
  });
}

/** Returns the products of a sheet in the order of their first rows. Of several products with the same SKU, only the first is accepted. */
export function groupRows(table: Table, roles: ColumnRoles, { isVariantProduct = false }: GroupOptions = {}): SheetProduct[] {
  const groups = groupsOf(table, roles);
  const products = groups.flatMap((group) => (isVariantProduct ? variantsOf(group) : productOf(group.lines, skuOf(group))));
  const firstRows = new Map<string, number>();
  return products.map((product) => {
    const earlierRow = firstRows.get(product.sku);
    if (product.problems.some(isRefusal)) return product;
    if (earlierRow !== undefined)
      return { ...product, problems: [{ code: 'sku_duplicate', text: String(earlierRow) } as const, ...product.problems] };
    firstRows.set(product.sku, product.rows[0]?.number ?? 0);
    return product;
  });
}
