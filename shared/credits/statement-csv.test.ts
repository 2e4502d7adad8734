import { describe, expect, test } from 'vitest';
import { statementCsv, textCell } from './statement-csv.ts';

describe('a cell', () => {
  test.each([
    ['Video generation', 'Video generation'],
    ['a, b', '"a, b"'],
    ['say "yes"', '"say ""yes"""'],
    ['two\nlines', '"two\nlines"'],
    ['', ''],
    ['=1+1', `"'=1+1"`],
    ['=HYPERLINK("https://evil.example","Click")', `"'=HYPERLINK(""https://evil.example"",""Click"")"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['  =1', `"'  =1"`],
    ['|calc', `"'|calc"`],
  ])('a cell with the text %j is written as %j', (text, cell) => {
    expect(textCell(text)).toBe(cell);
  });
});

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
