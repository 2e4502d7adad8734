import { expect, test } from 'vitest';
import { statementCsv } from './statement-csv.ts';

test('a statement has headings, plain numbers and the names of the types', () => {
  const headings = {
    date: 'Date',
    type: 'Type',
    description: 'What',
    reason: 'Why',
    amount: 'Amount',
    balance: 'Balance',
    batch: 'Batch',
    id: 'Id',
  };
  const row = { id: 'deduction#b#i', user_id: 'u', created_at: '2026-11-21T10:00:00.000Z', amount: -1.2, balance: 3.8, batch_id: 'b' };
  const csv = statementCsv([{ ...row, type: 'deduction', description: '=cmd', reason: 'so, that' }], headings, (type) =>
    type.toUpperCase(),
  );
  expect(csv).toBe(
    '\uFEFFDate,Type,What,Why,Amount,Balance,Batch,Id\r\n' +
      `2026-11-21T10:00:00.000Z,DEDUCTION,"'=cmd","so, that",-1.20,3.80,b,deduction#b#i\r\n`,
  );
});
