/** Builds HTML from templates. Each inserted value is escaped, unless its type is `Html`. */
export type Html = { markup: string };

type Value = Html | string | number | undefined | false | Value[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const render = (value: Value): string => {
  if (value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(render).join('');
  return typeof value === 'object' ? value.markup : String(value).replace(/[&<>"']/g, (character) => entities[character]!);
};

export const html = (strings: TemplateStringsArray, ...values: Value[]): Html => ({
  markup: String.raw({ raw: strings }, ...values.map(render)),
});
