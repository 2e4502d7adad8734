import type { TFunction } from 'i18next';
import type { Problem } from '#shared/products/check-cells.ts';
import type { CheckedProduct } from './import-store.ts';

/** The sentence about a problem. */
export const problemText = ({ code, text = '' }: Problem, t: TFunction): string => t(`products.problem.${code}`, { text });

/** The sentences about all problems of a product. */
export const problemTexts = ({ product }: CheckedProduct, t: TFunction): string =>
  product.problems.map((problem) => problemText(problem, t)).join(' ');
