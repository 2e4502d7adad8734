/** Fills the fields of a prompt with the data of a product: `{sku}`, `{title}`, and the names of options, for example `{colour}`. */

/** A field is a name in braces. Other braces are plain text. */
const fieldPattern = /\{([\p{L}\p{N}][\p{L}\p{N}_ -]{0,39})\}/gu;

type Option = { name: string; value: string };
export type PromptValues = { title: string; sku?: string | undefined; options?: readonly Option[] | undefined };

const nameOf = (text: string): string => text.trim().toLowerCase();

/** Returns the names of all fields in a prompt, in lower case. */
export const fieldsIn = (prompt: string): string[] => [...new Set([...prompt.matchAll(fieldPattern)].map(([, name = '']) => nameOf(name)))];

/** Returns the names of all fields that at least one product can fill. */
export const knownFields = (products: readonly PromptValues[]): Set<string> =>
  new Set(['sku', 'title', ...products.flatMap(({ options = [] }) => options.map(({ name }) => nameOf(name)))]);

/** Returns the first field of a prompt that is not known, or undefined. */
export const unknownField = (prompt: string, known: ReadonlySet<string>): string | undefined =>
  fieldsIn(prompt).find((name) => !known.has(name));

/**
 * Replaces each field by the value of the product, or by nothing if the product has no value. The text is scanned only once, so braces in a
 * value stay plain text.
 */
export function filledPrompt(prompt: string, { title, sku = '', options = [] }: PromptValues): string {
  const values = new Map([...options.map(({ name, value }) => [nameOf(name), value] as const), ['sku', sku], ['title', title]]);
  const filled = prompt.replace(fieldPattern, (_, name: string) => (values.get(nameOf(name)) ?? '').replaceAll(/\s+/g, ' '));
  return filled.replaceAll(/[^\S\n]+/g, ' ').trim();
}
