/** The ledger as CSV for a spreadsheet. */
import { csvOf, textCell } from '../csv.ts';
import type { ListTransactionsResponse } from './api.ts';

type Row = ListTransactionsResponse['items'][number];

export type StatementHeadings = Record<'date' | 'type' | 'description' | 'reason' | 'amount' | 'balance' | 'batch' | 'id', string>;

export function statementCsv(rows: readonly Row[], headings: StatementHeadings, typeName: (type: Row['type']) => string): string {
  const { date, type, description, reason, amount, balance, batch, id } = headings;
  return csvOf([
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
  ]);
}
