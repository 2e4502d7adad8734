/** The rows with problems as a CSV file in the columns of the sheet, so that a seller can correct and import them again. */
import { csvOf, textCell } from '../csv.ts';
import type { SheetProduct } from './group-rows.ts';

/**
 * Returns the CSV text. The columns of the sheet are unchanged, and the last column contains the problems of the product.
 * @param problemText returns the text of all problems of a product.
 */
export function problemRowsCsv(
  headers: readonly string[],
  products: readonly SheetProduct[],
  { heading, problemText }: { heading: string; problemText: (product: SheetProduct) => string },
): string {
  return csvOf([
    [...headers, heading].map(textCell),
    ...products.flatMap((product) =>
      product.rows.map(({ cells }) => [...headers.map((_, column) => textCell(cells[column] ?? '')), textCell(problemText(product))]),
    ),
  ]);
}
