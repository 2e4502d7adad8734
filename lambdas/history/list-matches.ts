/** Lists the runs of one or several kinds that match a filter, newest first. */
import type { BatchKind } from '#shared/batch/batch.ts';
import type { ListHistoryQuery } from '#shared/history/api.ts';
import { cursorOfPositions, type Key, positionsOf } from '../store/cursor.ts';
import { type HistoryRow, historyPositionOf, listHistory } from '../store/history.ts';
import { hasConditions, matchesFilter } from './filter-history.ts';

/** Maximum number of rows that are read for one response. If few runs match, the response is short and has a cursor. */
const rowsReadMax = 1_000;
const rowsPerRead = 100;

/**
 * Returns the number of rows of one read. Without a filter, most rows match, and one row more shows whether another page exists. If the
 * first read was not enough, the next rows can be the batches of a large order. None of these batches matches.
 */
const rowsToRead = (query: ListHistoryQuery, isFirst: boolean): number =>
  hasConditions(query) || !isFirst ? rowsPerRead : query.limit + 1;

export type Match = { kind: BatchKind; row: HistoryRow };

/** The rows of one kind. `rows` are read, but not used yet. `used` and `read` are the positions of the last used and the last read row. */
type Source = { kind: BatchKind; rows: HistoryRow[]; used?: Key | undefined; read?: Key | undefined; hasMore: boolean };

/**
 * Merges the rows of the kinds by their time. The cursor contains a position for each kind. So no row is missing or repeated, even if two
 * runs have the same time.
 */
export async function listMatches(
  kinds: readonly BatchKind[],
  userId: string,
  query: ListHistoryQuery,
): Promise<{ matches: Match[]; nextCursor?: string }> {
  const positions = positionsOf('history', kinds, query.cursor, userId);
  const sources = kinds.map((kind): Source => {
    const position = positions[kind];
    return { kind, rows: [], hasMore: position !== null, ...(position && { used: position, read: position }) };
  });
  const matches: Match[] = [];
  let rowsRead = 0;
  while (true) {
    for (const source of sources)
      while (source.rows.length === 0 && source.hasMore) {
        if (rowsRead >= rowsReadMax) return { matches, nextCursor: cursorOf(sources) };
        rowsRead += await readRows(source, { userId, query, rowsMax: rowsToRead(query, rowsRead === 0) });
      }
    const source = newestFirst(sources)[0];
    const row = source?.rows[0];
    if (!source || !row) return { matches };
    if (matchesFilter(row, query)) {
      // One more match than the limit means that another page exists.
      if (matches.length === query.limit) return { matches, nextCursor: cursorOf(sources) };
      matches.push({ kind: source.kind, row });
    }
    source.rows.shift();
    source.used = historyPositionOf(row);
  }
}

type Read = { userId: string; query: ListHistoryQuery; rowsMax: number };

/** Reads the next rows of a source, and returns their number. */
async function readRows(source: Source, { userId, query, rowsMax }: Read): Promise<number> {
  const { rows, lastKey } = await listHistory(source.kind, userId, { limit: rowsMax, after: source.read, from: query.from });
  Object.assign(source, { rows, read: lastKey, hasMore: lastKey !== undefined });
  return rows.length;
}

/** Sources with the same time keep their order, so that the order of the rows is the same on each page. */
const newestFirst = (sources: readonly Source[]): Source[] =>
  sources.filter(({ rows }) => rows.length > 0).toSorted((one, other) => timeOf(other).localeCompare(timeOf(one)));

const timeOf = ({ rows }: Source): string => rows[0]?.created_at ?? '';

const cursorOf = (sources: readonly Source[]): string =>
  cursorOfPositions(
    Object.fromEntries(
      sources
        .map(({ kind, rows, used, hasMore }) => [kind, rows.length === 0 && !hasMore ? null : used] as const)
        .filter((entry): entry is [BatchKind, Key | null] => entry[1] !== undefined),
    ),
  );
