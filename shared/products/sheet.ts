/** A sheet after its file was decoded: rows of texts. */
export type SheetRow = {
  /** Position in the file, from 1. A spreadsheet shows the same number. */
  number: number;
  cells: readonly string[];
};

export type Table = { headers: readonly string[]; rows: readonly SheetRow[] };

/** What a column contains. A column without a role is not used, but its cells stay part of the source row. */
export const columnRoles = [
  'sku',
  'title',
  'photo',
  'photo_position',
  'variant_photo',
  'group',
  'parent_sku',
  'option_name',
  'option_value',
  'row_id',
] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** The role of each column of a table. */
export type ColumnRoles = readonly (ColumnRole | undefined)[];

/** Returns the first cell of a row with a role, or an empty text. */
export function cellOf({ cells }: SheetRow, roles: ColumnRoles, role: ColumnRole): string {
  const column = roles.indexOf(role);
  return column === -1 ? '' : (cells[column] ?? '').trim();
}

/** Returns the cells of a row with a role that are not empty. */
export const cellsOf = ({ cells }: SheetRow, roles: ColumnRoles, role: ColumnRole): string[] =>
  roles.flatMap((one, column) => (one === role ? (cells[column] ?? '').trim() || [] : []));

/** Returns a short code of texts. Equal texts have equal codes. The code only detects changes. It is not secure. */
export function digestOf(texts: readonly string[]): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const text of [...texts, String(texts.length)])
    for (let index = 0; index <= text.length; index++) {
      // The end of each text counts as a character, so that the border between two texts changes the code.
      const code = index === text.length ? 0x1_0000 : text.charCodeAt(index);
      high = Math.imul(high ^ code, 2654435761);
      low = Math.imul(low ^ code, 1597334677);
    }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return [high, low].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}
