/**
 * Lists the ledger of a user, newest first, with the balance after each row. The balance is computed backwards from the current balance
 * over all rows, including rows that the filter removes. So the cursor of a page also contains the balance at its position.
 */
import type { ListTransactionsResponse, TransactionsQuery } from '#shared/credits/api.ts';
import { type LedgerRow, withRunningBalance } from '#shared/credits/ledger.ts';
import { AppError } from '#shared/errors.ts';
import { historyFileNamesMax } from '#shared/history/api.ts';
import { type Cents, dollarsFromCents } from '#shared/money.ts';
import { workKindNames, workKinds } from '#shared/work/kinds.ts';
import { type LedgerPage, listDeductions, listLedger, readAccount } from '../store/accounts.ts';
import { cursorOf } from '../store/cursor.ts';
import { type HistoryRow, readHistory } from '../store/history.ts';
import { signedUrl } from '../store/signed-urls.ts';

/** Maximum number of rows that are read for one response. If few rows match the filter, the response is short and has a cursor. */
const rowsReadMax = 2_000;
const rowsPerRead = 200;
/** Maximum number of attempts. Another attempt is needed if the balance changes while the rows are read. */
const attemptsMax = 5;

/** The position of the next row in the ledger, and the balance after this row. */
type Place = { cursor?: string; balance: Cents };
type Line = LedgerRow & {
  balance: Cents;
  /** Set for the sum of a batch. `lastAmount` is the amount of the row itself. */
  sum?: { itemCount: number; lastAmount: Cents; run: HistoryRow | undefined };
};

/** @throws AppError BadRequest for an invalid cursor or a cursor of another user. */
export async function listTransactions(userId: string, query: TransactionsQuery, now: Date): Promise<ListTransactionsResponse> {
  const matches: Line[] = [];
  const sums = batchSums(userId);
  let nextPlace = query.cursor === undefined ? undefined : placeIn(query.cursor);
  for (let read = 0; read < rowsReadMax; ) {
    const { rows, nextCursor, balance } = await readRows(userId, nextPlace);
    read += rows.length;
    const lines = withRunningBalance(rows, balance);
    for (const line of lines.filter((row) => isRequested(row, query))) {
      const match = query.group ? await sums.add(line) : line;
      if (!match) continue;
      // One more match than the limit means that another page exists.
      if (matches.length === query.limit) return toResponse(matches, placeAfter(matches.at(-1)), now);
      matches.push(match);
    }
    const lastLine = lines.at(-1);
    nextPlace = nextCursor === undefined || !lastLine ? undefined : { cursor: nextCursor, balance: lastLine.balance - lastLine.amount };
    if (!nextPlace) break;
  }
  return toResponse(matches, nextPlace, now);
}

async function readRows(userId: string, place: Place | undefined): Promise<LedgerPage & { balance: Cents }> {
  if (place) return { ...(await listLedger(userId, { limit: rowsPerRead, cursor: place.cursor })), balance: place.balance };
  for (let attempt = 1; ; attempt++) {
    const accountBefore = await readAccount(userId);
    const page = await listLedger(userId, { limit: rowsPerRead });
    const accountAfter = await readAccount(userId);
    if (accountBefore?.credits === accountAfter?.credits || attempt === attemptsMax)
      return { ...page, balance: accountAfter?.credits ?? 0 };
  }
}

const isRequested = (row: LedgerRow, { batchId, type }: TransactionsQuery): boolean =>
  (batchId === undefined || row.batchId === batchId) && (type === undefined || row.type === type);

const placeAfter = (line: Line | undefined): Place | undefined =>
  line && {
    cursor: cursorOf({ user_id: line.userId, id: line.id, created_at: line.createdAt }),
    balance: line.balance - (line.sum?.lastAmount ?? line.amount),
  };

/** Replaces the last charge of each batch by the sum of the batch. For each response, a sum is read only once. */
function batchSums(userId: string) {
  const charges = new Map<string, Promise<LedgerRow[]>>();
  return {
    /** Returns undefined for the other charges of a batch, so that a batch appears only once in all pages of the list. */
    async add(line: Line): Promise<Line | undefined> {
      const { batchId } = line;
      if (line.type !== 'deduction' || batchId === undefined) return line;
      const read = charges.get(batchId) ?? listDeductions(userId, batchId);
      charges.set(batchId, read);
      const rows = await read;
      const isLater = (row: LedgerRow) => row.createdAt > line.createdAt || (row.createdAt === line.createdAt && row.id > line.id);
      if (rows.some(isLater)) return undefined;
      const kind = workKindNames.find((one) => workKinds[one].description === line.description);
      const history = kind && workKinds[kind].history;
      return {
        ...line,
        amount: rows.reduce((total, { amount }) => total + amount, 0),
        sum: { itemCount: rows.length, lastAmount: line.amount, run: history && (await readHistory(history, userId, batchId)) },
      };
    },
  };
}

function placeIn(cursor: string): Place {
  const [, balance, ledgerCursor] = /^(-?\d{1,12})\.(.+)$/.exec(cursor) ?? [];
  if (balance === undefined || ledgerCursor === undefined)
    throw new AppError('BadRequest', { details: { reason: 'The cursor is not valid.' } });
  return { cursor: ledgerCursor, balance: Number(balance) };
}

const toResponse = async (lines: Line[], next: Place | undefined, now: Date): Promise<ListTransactionsResponse> => ({
  items: await Promise.all(lines.map((line) => transactionOf(line, now))),
  ...(next && { nextCursor: `${next.balance}.${next.cursor}` }),
});

const transactionOf = async (row: Line, now: Date): Promise<ListTransactionsResponse['items'][number]> => ({
  id: row.id,
  user_id: row.userId,
  created_at: row.createdAt,
  amount: dollarsFromCents(row.amount),
  type: row.type,
  description: row.description,
  reason: row.reason,
  balance: dollarsFromCents(row.balance),
  batch_id: row.batchId,
  // A sum belongs to several items, so it has no item id.
  ...(row.sum ? { item_count: row.sum.itemCount, run: row.sum.run && (await runOf(row.sum.run, now)) } : { item_id: row.itemId }),
});

const runOf = async ({ name, file_names = [], thumbnail_keys = [], failed_images, total_images }: HistoryRow, now: Date) => ({
  ...(name && { name }),
  file_names: file_names.slice(0, historyFileNamesMax),
  thumbnails: await Promise.all(thumbnail_keys.map((key) => signedUrl(key, now))),
  failed_images,
  total_images,
});
