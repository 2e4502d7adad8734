import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchKind } from '#shared/batch/batch.ts';
import { centsFromDollars } from '#shared/money.ts';
import { type WorkKind, workKinds } from '#shared/work/kinds.ts';
import { paths, runParameter } from '#web/app/paths.ts';
import { runName } from '#web/features/batch/running/run-name.ts';
import { workName } from '#web/features/batch/running/work-name.ts';
import { dollars, dollarsFromApi } from '#web/lib/money.ts';
import { Link } from '#web/lib/router.tsx';
import { dateAndTime } from '#web/lib/time.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { BatchCharges } from './batch-charges.tsx';
import type { Transaction } from './list-transactions.ts';
import { chargedKindOf, transactionTextKey } from './transaction-name.ts';

/** Formats an amount with its sign. Uses a minus sign instead of a hyphen: '+$5.00', '−$1.20'. */
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
  const [open, setOpen] = useState(false);
  const id = useId();
  const kind = chargedKindOf(row.description);
  // The table can list the items only for these kinds. A before/after run has a separate page.
  const expandable =
    row.batch_id !== undefined && row.item_count !== undefined && (kind === 'video' || kind === 'image' || kind === 'edit');
  const time = <time dateTime={row.created_at}>{dateAndTime(row.created_at, i18n.language)}</time>;
  return (
    <>
      <tr>
        <td className={`${cell} ${wide} whitespace-nowrap text-muted`}>{time}</td>
        <td className={cell}>
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <What row={row} />
              <span className="block text-sm text-muted sm:hidden">{time}</span>
            </div>
            {expandable && (
              <IconButton
                label={open ? t('transactions.hide_items') : t('transactions.show_items')}
                aria-expanded={open}
                aria-controls={id}
                onClick={() => setOpen(!open)}
              >
                <ChevronDown aria-hidden className={`size-4 transition-transform ${open ? 'rotate-180' : ''}`} />
              </IconButton>
            )}
          </div>
        </td>
        <td className={`${cell} text-end font-semibold whitespace-nowrap ${row.amount < 0 ? '' : 'text-success'}`}>
          {formatSigned(row.amount)}
          <span className="block text-sm font-normal text-muted sm:hidden">
            {t('transactions.balance_then', { amount: dollarsFromApi(row.balance) })}
          </span>
        </td>
        <td className={`${cell} ${wide} text-end whitespace-nowrap`}>{dollarsFromApi(row.balance)}</td>
      </tr>
      {open && row.batch_id !== undefined && (
        <tr id={id}>
          <td colSpan={4} className="border-b border-line bg-paper px-3 py-1 sm:ps-8">
            <BatchCharges batchId={row.batch_id} />
          </td>
        </tr>
      )}
    </>
  );
}

/**
 * The description of a transaction. For a batch, it contains pictures, the name with a link to the run, and the number of charged items.
 */
function What({ row }: { row: Transaction }) {
  const { t, i18n } = useTranslation();
  const kind = chargedKindOf(row.description);
  const history = kind && workKinds[kind].history;
  const description = t(transactionTextKey(row.description), { description: row.description });
  if (row.item_count === undefined || !kind || kind === 'photo-edit' || !history || row.batch_id === undefined)
    return (
      <>
        {description}
        {row.reason && <span className="block text-sm break-words text-muted">{row.reason}</span>}
      </>
    );
  const isPipeline = kind === 'pipeline';
  const run = row.run && { ...row.run, ...((kind === 'edit' || kind === 'pipeline') && { kind }) };
  const countText = isPipeline ? t('bench.short.order_image', { count: row.item_count }) : workName(kind, row.item_count, t);
  return (
    <div className="flex items-center gap-3">
      {row.run?.thumbnails[0] && (
        <img
          src={row.run.thumbnails[0]}
          alt=""
          loading="lazy"
          decoding="async"
          className="h-11 w-9 shrink-0 rounded-sm bg-wall object-cover"
        />
      )}
      <div className="min-w-0">
        {run ? (
          <Link
            to={runPathOf(kind, history, row.batch_id)}
            className="font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            {runName(history, run, i18n.language, t)}
          </Link>
        ) : (
          <span className="font-semibold">{description}</span>
        )}
        <span className="block text-sm text-muted">
          {run ? `${description} · ${countText}` : countText}
          {run && run.failed_images > 0 && ` · ${t('history.failed', { count: run.failed_images })}`}
        </span>
      </div>
    </div>
  );
}

/** Returns the page that shows a run. */
const runPathOf = (kind: WorkKind, history: BatchKind, batchId: string): string =>
  kind === 'pipeline' ? `${paths.pipeline}?${runParameter}=${batchId}` : `${paths.history}?tab=${history}&${runParameter}=${batchId}`;
