import { useTranslation } from 'react-i18next';
import { centsFromDollars } from '#shared/money.ts';
import { dollars, wireDollars } from '#web/lib/money.ts';
import { dateAndTime } from '#web/lib/time.ts';
import { Panel } from '#web/ui/panel.tsx';
import type { Transaction } from './list-transactions.ts';
import { transactionTextKey } from './transaction-name.ts';

/** Formats an amount with its sign, and a minus sign instead of a hyphen: '+$5.00', '−$1.20'. */
const formatSigned = (amount: number): string => {
  const cents = centsFromDollars(amount);
  return `${cents < 0 ? '−' : '+'}${dollars(Math.abs(cents))}`;
};

const heading = 'border-b border-line px-3 py-2.5 text-sm font-semibold text-muted';
const cell = 'border-b border-line px-3 py-3 align-top';
const wide = 'max-sm:hidden';

/** The rows of the ledger. On a phone, the date is below the description, and the balance is below the amount. */
export function TransactionsTable({ rows }: { rows: readonly Transaction[] }) {
  const { t } = useTranslation();
  return (
    <Panel as="div" padding="none" className="overflow-hidden">
      <table className="money w-full border-collapse text-base">
        <thead>
          <tr>
            <th scope="col" className={`${heading} ${wide} text-start`}>
              {t('transactions.date')}
            </th>
            <th scope="col" className={`${heading} text-start`}>
              {t('transactions.what')}
            </th>
            <th scope="col" className={`${heading} text-end`}>
              {t('transactions.amount')}
            </th>
            <th scope="col" className={`${heading} ${wide} text-end`}>
              {t('transactions.balance_after')}
            </th>
          </tr>
        </thead>
        <tbody className="[&>tr:last-child>td]:border-b-0">
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Row({ row }: { row: Transaction }) {
  const { t, i18n } = useTranslation();
  const time = <time dateTime={row.created_at}>{dateAndTime(row.created_at, i18n.language)}</time>;
  return (
    <tr>
      <td className={`${cell} ${wide} whitespace-nowrap text-muted`}>{time}</td>
      <td className={cell}>
        {t(transactionTextKey(row.description), { description: row.description })}
        {row.reason && <span className="block text-sm break-words text-muted">{row.reason}</span>}
        <span className="block text-sm text-muted sm:hidden">{time}</span>
      </td>
      <td className={`${cell} text-end font-semibold whitespace-nowrap ${row.amount < 0 ? '' : 'text-success'}`}>
        {formatSigned(row.amount)}
        <span className="block text-sm font-normal text-muted sm:hidden">
          {t('transactions.balance_then', { amount: wireDollars(row.balance) })}
        </span>
      </td>
      <td className={`${cell} ${wide} text-end whitespace-nowrap`}>{wireDollars(row.balance)}</td>
    </tr>
  );
}
