/** Problems of single cells. All texts of a sheet are data: they are stored and shown, and no text is an instruction. */
import { skuCharactersMax } from './limits.ts';

/** A row with one of these problems is not imported. */
export const refusals = ['sku_missing', 'sku_duplicate', 'sku_too_long', 'formula_error'] as const;
/** A product with one of these problems is imported. */
export const warnings = [
  'sku_date',
  'sku_number',
  'title_missing',
  'title_long',
  'title_braces',
  'photo_missing',
  'photo_none',
  'photo_failed',
  'photos_many',
  'variants_many',
] as const;
export type ProblemCode = (typeof refusals)[number] | (typeof warnings)[number];
export type Problem = { code: ProblemCode; text?: string };

export const isRefusal = ({ code }: Problem): boolean => (refusals as readonly string[]).includes(code);

/** A spreadsheet shows these texts instead of the result of a formula. */
const formulaErrors = /^#(N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/i;

/** `1-2` and `3/4` are dates for a spreadsheet, and `2-Jan` is a SKU that a spreadsheet has changed to a date. */
const dates = [
  /^(0?[1-9]|[12]\d|3[01])[-/.](0?[1-9]|[12]\d|3[01])([-/.](\d{2}|\d{4}))?$/,
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([T ]\d{2}:\d{2}.*)?$/,
  /^\d{1,2}[-/. ](jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*([-/. ]\d{2,4})?$/i,
  /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-/. ]\d{1,4}$/i,
];
/** A spreadsheet shows a long number in this form, and the last digits are lost. */
const scientificNumber = /^\d([.,]\d+)?e\+?\d+$/i;

export function skuProblems(sku: string): Problem[] {
  if (sku === '') return [{ code: 'sku_missing' }];
  if (formulaErrors.test(sku)) return [{ code: 'formula_error', text: sku }];
  if (sku.length > skuCharactersMax) return [{ code: 'sku_too_long' }];
  if (dates.some((date) => date.test(sku))) return [{ code: 'sku_date', text: sku }];
  if (scientificNumber.test(sku)) return [{ code: 'sku_number', text: sku }];
  return [];
}

/** A longer title does not fit into the title of any marketplace. */
const usualTitleCharactersMax = 200;

export function titleProblems(title: string): Problem[] {
  if (title === '') return [{ code: 'title_missing' }];
  if (formulaErrors.test(title)) return [{ code: 'formula_error', text: title }];
  return [
    ...(title.length > usualTitleCharactersMax ? [{ code: 'title_long', text: String(title.length) } as const] : []),
    ...(/[{}]/.test(title) ? [{ code: 'title_braces' } as const] : []),
  ];
}

/** Control characters and the marks that change the direction of text. */
const invisible = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;

/** Returns one line of text without invisible characters. */
export const plainText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\r\n\t]+/g, ' ')
    .replace(invisible, '')
    .trim();
