/**
 * Lists the ledger of a user, newest first, with the balance after each row. The balance is computed backwards from the current balance
 * over all rows, including rows that the filter removes. So the cursor of a page also contains the balance at its position.
 */
import type { ListTransactionsResponse, TransactionsQuery } from '#shared/credits/api.ts';
import { type LedgerRow, withRunningBalance } from '#shared/credits/ledger.ts';
import { AppError } from '#shared/errors.ts';
import { type Cents, dollarsFromCents } from '#shared/money.ts';
import { type LedgerPage, listLedger, readAccount } from '../store/accounts.ts';
import { cursorOf } from '../store/cursor.ts';

/** Maximum rows that are read for one response. If the filter matches few rows, the response is short and has a cursor. */
const rowsReadMax = 2_000;
const rowsPerRead = 200;
/** Maximum number of attempts. Another attempt is needed if the balance changes while the rows are read. */
const attemptsMax = 5;

/** The position of the next row in the ledger, and the balance after this row. */
type Place = { cursor?: string; balance: Cents };
type Line = LedgerRow & { balance: Cents };

/** @throws AppError BadRequest for an invalid cursor or a cursor of another user. */
export async function listTransactions(userId: string, query: TransactionsQuery): Promise<ListTransactionsResponse> {
  const matches: Line[] = [];
  let nextPlace = query.cursor === undefined ? undefined : placeIn(query.cursor);
  for (let read = 0; read < rowsReadMax; ) {
    const { rows, nextCursor, balance } = await readRows(userId, nextPlace);
    read += rows.length;
    const lines = withRunningBalance(rows, balance);
    for (const line of lines.filter((row) => isRequested(row, query))) {
      // If there is one match more than the limit, another page exists.
      if (matches.length === query.limit) return toResponse(matches, placeAfter(matches.at(-1)));
      matches.push(line);
    }
    const lastLine = lines.at(-1);
    nextPlace = nextCursor === undefined || !lastLine ? undefined : { cursor: nextCursor, balance: lastLine.balance - lastLine.amount };
    if (!nextPlace) break;
  }
  return toResponse(matches, nextPlace);
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
  line && { cursor: cursorOf({ user_id: line.userId, id: line.id, created_at: line.createdAt }), balance: line.balance - line.amount };

function placeIn(cursor: string): Place {
  const [, balance, ledgerCursor] = /^(-?\d{1,12})\.(.+)$/.exec(cursor) ?? [];
  if (balance === undefined || ledgerCursor === undefined)
    throw new AppError('BadRequest', { details: { reason: 'The cursor is not valid.' } });
  return { cursor: ledgerCursor, balance: Number(balance) };
}

const toResponse = (lines: Line[], next: Place | undefined): ListTransactionsResponse => ({
  items: lines.map(transactionOf),
  ...(next && { nextCursor: `${next.balance}.${next.cursor}` }),
});

const transactionOf = (row: Line): ListTransactionsResponse['items'][number] => ({
  id: row.id,
  user_id: row.userId,
  created_at: row.createdAt,
  amount: dollarsFromCents(row.amount),
  type: row.type,
  description: row.description,
  reason: row.reason,
  balance: dollarsFromCents(row.balance),
  batch_id: row.batchId,
  item_id: row.itemId,
});
