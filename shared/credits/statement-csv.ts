/** The ledger as CSV for a spreadsheet. A cell is always a text or a number, never a formula. */
import type { ListTransactionsResponse } from './api.ts';

type Row = ListTransactionsResponse['items'][number];

export type StatementHeadings = Record<'date' | 'type' | 'description' | 'reason' | 'amount' | 'balance' | 'batch' | 'id', string>;

/** The text starts with a byte order mark, so that spreadsheets detect UTF-8. The line ends follow RFC 4180. */
export function statementCsv(rows: readonly Row[], headings: StatementHeadings, typeName: (type: Row['type']) => string): string {
  const { date, type, description, reason, amount, balance, batch, id } = headings;
  const lines = [
    [date, type, description, reason, amount, balance, batch, id].map(textCell),
    ...rows.map((row) => [
      textCell(row.created_at),
      textCell(typeName(row.type)),
      textCell(row.description),
      textCell(row.reason ?? ''),
      row.amount.toFixed(2),
      row.balance.toFixed(2),
      textCell(row.batch_id ?? ''),
      textCell(row.id),
    ]),
  ];
  return `\uFEFF${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}

/**
 * A spreadsheet treats a cell as a formula if it starts with one of these characters, even after white space. An apostrophe at the start
 * makes the cell a text.
 */
const formula = /^[\s]*[=+\-@\t\r\n|%]/;

export function textCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n;']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
