/** Finds the heading row of a sheet, its dialect, and the role of each column. */
import { type Dialect, dialects, headingWords, normalizeHeading } from './headings.ts';
import { type ColumnRole, type ColumnRoles, columnRoles, type SheetRow, type Table } from './sheet.ts';

/** Headings are in one of these rows. Some templates have titles and notes above or below the headings. */
const headingRowsMax = 10;
/** The bulk templates have up to this number of rows with notes between the headings and the products. */
const noteRowsMax = 5;

/** A product has one value for each of these roles. Of several columns, the one with the better heading is used. */
const singleRoles: readonly ColumnRole[] = ['sku', 'title', 'group', 'parent_sku', 'photo_position', 'row_id'];

export type Guess = { dialect: Dialect; roles: ColumnRoles };

function dialectOf(headings: readonly string[]): Dialect {
  const present = new Set(headings);
  const known = Object.entries(dialects).find(([, { signs }]) => signs.some((sign) => sign.every((heading) => present.has(heading))));
  return known ? (known[0] as Dialect) : 'other';
}

/** The rank of each heading: the position in the list of its role. A lower rank is a better heading. */
function ranksOf(words: Partial<Record<ColumnRole, readonly string[]>>): Map<string, { role: ColumnRole; rank: number }> {
  const ranks = new Map<string, { role: ColumnRole; rank: number }>();
  for (const role of columnRoles)
    for (const [rank, word] of (words[role] ?? []).entries()) {
      const heading = normalizeHeading(word);
      if (!ranks.has(heading)) ranks.set(heading, { role, rank });
    }
  return ranks;
}

const wordRanks = ranksOf(headingWords);
const dialectRanks = new Map(Object.entries(dialects).map(([name, { headings }]) => [name, ranksOf(headings)]));

/** Returns the role of a heading in any language. The number of `Photo 2` is ignored. */
const findWord = (heading: string) => {
  const found = wordRanks.get(heading);
  if (found) return found;
  const withoutNumber = wordRanks.get(heading.replace(/\s*\d{1,2}$/, ''));
  return withoutNumber?.role === 'photo' ? withoutNumber : undefined;
};

/** Returns the dialect of a heading row and the role of each column. */
export function guessColumns(headers: readonly string[]): Guess {
  const headings = headers.map(normalizeHeading);
  const dialect = dialectOf(headings);
  const ranks = dialectRanks.get(dialect);
  const found = headings.map((heading) => (ranks ? ranks.get(heading) : findWord(heading)));
  const roles = found.map((one, column) => {
    if (!one) return undefined;
    if (!singleRoles.includes(one.role)) return one.role;
    const better = found.some(
      (other, otherColumn) => other?.role === one.role && (other.rank < one.rank || (other.rank === one.rank && otherColumn < column)),
    );
    return better ? undefined : one.role;
  });
  return { dialect, roles };
}

/** Returns how many different roles the cells of a row name. The roles that every sheet needs count twice. */
function headingScore({ cells }: SheetRow): number {
  const { dialect, roles } = guessColumns(cells);
  const found = new Set(roles.filter((role) => role !== undefined));
  const needed = (['sku', 'title', 'photo'] as const).filter((role) => found.has(role)).length;
  return found.size + needed + (dialect === 'other' ? 0 : 3);
}

const numberCell = /^\s*[\d.,]+\s*$/;

/** Removes the notes of a bulk template. The first row with a price is the first product. */
function withoutNotes(rows: readonly SheetRow[], headings: readonly string[]): readonly SheetRow[] {
  const price = headings.findIndex((heading) => heading === 'price' || heading === 'ps price');
  if (price === -1) return rows;
  const first = rows.slice(0, noteRowsMax + 1).findIndex(({ cells }) => numberCell.test(cells[price] ?? ''));
  return rows.slice(first === -1 ? Math.min(noteRowsMax, rows.length) : first);
}

/** Splits the rows of a sheet into headings and products. Empty rows and repeated heading rows are removed. */
export function tableOf(rows: readonly SheetRow[]): Table & Guess & { headingScore: number } {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const candidates = filled.slice(0, headingRowsMax).map((row, index) => ({ row, index, score: headingScore(row) }));
  const best = candidates.reduce<(typeof candidates)[number] | undefined>(
    (first, next) => (first && first.score >= next.score ? first : next),
    undefined,
  );
  const headers = (best?.row.cells ?? []).map((cell) => cell.trim());
  const guess = guessColumns(headers);
  const headingText = headers.join('\n');
  const body = filled.slice((best?.index ?? -1) + 1).filter(({ cells }) => cells.map((cell) => cell.trim()).join('\n') !== headingText);
  const isTemplate = guess.dialect === 'shopee' || guess.dialect === 'tiktok-shop';
  return {
    headers,
    rows: isTemplate ? withoutNotes(body, headers.map(normalizeHeading)) : body,
    ...guess,
    headingScore: best?.score ?? 0,
  };
}
