/** The data of one import. It stays in a worker, because 10,000 rows would block the page. */
import { isRefusal, type Problem } from '#shared/products/check-cells.ts';
import { groupRows, type SheetProduct } from '#shared/products/group-rows.ts';
import type { Dialect } from '#shared/products/headings.ts';
import { type Matches, matchPhotos, type PhotoMatch } from '#shared/products/match-photos.ts';
import { productsOfFiles } from '#shared/products/photo-names.ts';
import { problemRowsCsv } from '#shared/products/problem-rows.ts';
import { type ColumnRoles, digestOf } from '#shared/products/sheet.ts';
import { type ReadTable, readSheet } from '../read/read-sheet.ts';

/** The facts about a table that the page shows. */
export type SheetSummary = {
  headers: readonly string[];
  dialect: Dialect;
  roles: ColumnRoles;
  rowCount: number;
  /** The first different values of each column. */
  samples: string[][];
};

/** A product of the sheet with its photos, without its rows. */
export type PlannedProduct = Omit<SheetProduct, 'rows'> & {
  row: number;
  /** A refused product is not imported. */
  isRefused: boolean;
  photos: PhotoMatch[];
  /** Missing for photos without a sheet. */
  sourceDigest?: string;
};

export type PlanRequest = {
  roles: ColumnRoles;
  isVariantProduct: boolean;
  /** The paths of all photos. */
  paths: readonly string[];
  /** The photos that the seller has matched manually: the position of the photo, and the position of its product. */
  chosen: readonly (readonly [number, number])[];
};

export type Plan = { products: PlannedProduct[] } & Omit<Matches, 'photos' | 'missing'>;

/** A product that the page shows while the seller chooses the columns. */
export type ExampleProduct = Pick<SheetProduct, 'sku' | 'title' | 'options' | 'variantSkus' | 'photoSources'> & { photos: PhotoMatch[] };

const samplesMax = 3;
/** An example needs only the first products, and it is made again after each change of a column. */
const exampleRowsMax = 50;
const sampleCharactersMax = 80;

export function createSession() {
  let table: ReadTable | undefined;
  let products: SheetProduct[] = [];

  return {
    /** @throws SheetError */
    async read(file: Blob, language: string): Promise<SheetSummary> {
      table = await readSheet(file, language);
      const { headers, dialect, roles, rows } = table;
      const samples = headers.map((_, column) => {
        const values = new Set<string>();
        for (const { cells } of rows) {
          const value = (cells[column] ?? '').trim().slice(0, sampleCharactersMax);
          if (value !== '') values.add(value);
          if (values.size === samplesMax) break;
        }
        return [...values];
      });
      return { headers, dialect, roles, rowCount: rows.length, samples };
    },

    plan({ roles, isVariantProduct, paths, chosen }: PlanRequest): Plan {
      products = table ? groupRows(table, roles, { isVariantProduct }) : products;
      const files = paths.map((path) => ({ path }));
      const { photos, missing, ...matches } = matchPhotos(products.map(matchable), files, new Map(chosen));
      const planned = products.map(({ rows, ...product }, index) => ({
        ...product,
        row: rows[0]?.number ?? 0,
        isRefused: isRefused(product),
        photos: photos[index] ?? [],
        problems: [...product.problems, ...(isRefused(product) ? [] : photoProblems(photos[index] ?? [], missing[index] ?? []))],
        ...(table && { sourceDigest: digestOf(rows[0]?.cells ?? []) }),
      }));
      return { products: planned, ...matches };
    },

    /** Returns the first product that is not refused. */
    example({ roles, isVariantProduct, paths, chosen }: PlanRequest): ExampleProduct | undefined {
      if (!table) return undefined;
      const first = groupRows({ ...table, rows: table.rows.slice(0, exampleRowsMax) }, roles, { isVariantProduct });
      const index = first.findIndex((product) => !isRefused(product));
      const product = first[index];
      if (!product) return undefined;
      const files = paths.map((path) => ({ path }));
      const { photos } = matchPhotos(first.map(matchable), files, new Map(chosen));
      const { sku, title, options, variantSkus, photoSources } = product;
      return { sku, title, options, variantSkus, photoSources, photos: photos[index] ?? [] };
    },

    /** Makes a product of each SKU that the names of the photos contain. @param knownSkus the SKUs of the stored products */
    readNames(paths: readonly string[], knownSkus: readonly string[]): void {
      table = undefined;
      products = productsOfFiles(paths, knownSkus);
    },

    /** Returns the first rows of these products as they are in the sheet. */
    sources(indexes: readonly number[]): { headers: string[]; cells: string[] }[] {
      return indexes.map((index) => ({
        headers: [...(table?.headers ?? [])],
        cells: [...(products[index]?.rows[0]?.cells ?? [])],
      }));
    },

    /** Returns a CSV file of all rows of these products. @param texts the problems of each product */
    problemCsv(indexes: readonly number[], texts: readonly string[], heading: string): string {
      const textOf = new Map(indexes.map((index, position) => [products[index], texts[position] ?? '']));
      const listed = indexes.flatMap((index) => products[index] ?? []);
      return problemRowsCsv(table?.headers ?? [], listed, { heading, problemText: (product) => textOf.get(product) ?? '' });
    },
  };
}

const isRefused = ({ problems }: Pick<SheetProduct, 'problems'>): boolean => problems.some(isRefusal);

/** A refused row gets no photo. Otherwise, a second row with the same SKU would take the photo of the first row. */
const matchable = (product: SheetProduct): Pick<SheetProduct, 'sku' | 'variantSkus' | 'photoSources'> =>
  isRefused(product) ? { sku: '', variantSkus: [], photoSources: [] } : product;

function photoProblems(photos: readonly PhotoMatch[], missing: readonly string[]): Problem[] {
  const [first] = missing;
  return [
    ...(first === undefined ? [] : [{ code: 'photo_missing', text: first } as const]),
    ...(photos.length === 0 ? [{ code: 'photo_none' } as const] : []),
  ];
}
