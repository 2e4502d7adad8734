import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderResponse } from '#shared/order/api.ts';
import { hasOrderEnded } from '#shared/order/rules.ts';
import { paths, runParameter } from '#web/app/paths.ts';
import { dollarsFromApi } from '#web/lib/money.ts';
import { Link } from '#web/lib/router.tsx';
import { dateAndTime } from '#web/lib/time.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Meter } from '#web/ui/meter.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useOrder } from './get-order.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderResults } from './order-results.tsx';

/** Progress, receipt and actions of a large order. */
export function OrderPanel({ orderId, className = '' }: { orderId: string; className?: string }) {
  const { t, i18n } = useTranslation();
  const { data: order, isPending } = useOrder(orderId);
  if (isPending) return <Loading label={t('common.loading')} className="py-10" />;
  if (!order)
    return (
      <p role="alert" className={className}>
        {t('order.load_failed')}
      </p>
    );
  const { counters, kind } = order;
  const title = t(`bench.short.order_${kind}`, { count: counters.total });
  return (
    <Panel title={title} hint={<span role="status">{statusText(order, t, i18n.language)}</span>} className={className}>
      <Meter
        label={title}
        done={counters.completed}
        failed={counters.failed}
        running={counters.processing}
        total={counters.total - counters.cancelled}
        className="h-2"
      />
      <div className="mt-4 grid gap-x-10 gap-y-4 tablet:grid-cols-2">
        <Numbers rows={countRows(order, t)} />
        <Numbers rows={moneyRows(order, t)} />
      </div>
      {!hasOrderEnded(order.status) && <OrderActions order={order} />}
      <Parts order={order} />
    </Panel>
  );
}

type Row = { label: string; value: string; isTotal?: boolean };

const statusText = ({ status, pauseReason = 'seller', startAt = '' }: OrderResponse, t: TFunction, language: string): string => {
  if (status === 'scheduled') return t('order.status.scheduled', { time: dateAndTime(startAt, language) });
  if (status === 'paused') return t(`order.paused.${pauseReason}`);
  return status === 'quoted' ? '' : t(`order.status.${status}`);
};

/** Returns the number of items in each state. A state without items is left out, except the completed items. */
function countRows({ counters, status }: OrderResponse, t: TFunction): Row[] {
  const { completed, processing, queued, left, failed, cancelled } = counters;
  const isOpen = !hasOrderEnded(status);
  const rows: [string, number][] = [
    [t('order.completed'), completed],
    [t('order.processing'), processing],
    [t('order.waiting'), isOpen ? queued + left : 0],
    [t('order.failed'), failed],
    // The items that a stopped order has not made.
    [t('order.cancelled'), isOpen ? cancelled : cancelled + left],
  ];
  return rows.filter(([, count], index) => index === 0 || count > 0).map(([label, count]) => ({ label, value: String(count) }));
}

function moneyRows({ counters, unit, spent, held, ceiling, status }: OrderResponse, t: TFunction): Row[] {
  const charged = { label: t('history.receipt.charged'), value: dollarsFromApi(spent), isTotal: true };
  const price = { label: t('order.price'), value: `${counters.completed} × ${dollarsFromApi(unit)}` };
  if (hasOrderEnded(status)) return [price, charged];
  return [
    price,
    { label: t('history.receipt.reserved'), value: dollarsFromApi(held) },
    { label: t('order.ceiling'), value: dollarsFromApi(ceiling) },
    charged,
  ];
}

const Numbers = ({ rows }: { rows: Row[] }) => (
  <dl className="money text-base">
    {rows.map(({ label, value, isTotal }) => (
      <div
        key={label}
        className={`flex justify-between gap-4 py-0.5 ${isTotal ? 'mt-1 border-t border-line pt-1.5 font-semibold' : 'text-muted'}`}
      >
        <dt>{label}</dt>
        <dd className={isTotal ? '' : 'text-ink'}>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Links to the results. Each batch of the order is a run in the history. */
function Parts({ order }: { order: OrderResponse }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { batchIds, kind, status } = order;
  if (batchIds.length === 0) return null;
  return (
    <details className="mt-4 border-t border-line pt-3" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-9 cursor-pointer py-1.5 font-semibold touch:min-h-11">{t('order.parts')}</summary>
      {isOpen && hasOrderEnded(status) && <OrderResults order={order} />}
      <ul className="mt-2 flex flex-wrap gap-2">
        {batchIds.map((batchId, index) => (
          <li key={batchId}>
            <Link
              to={`${paths.history}?${kind === 'image' ? 'tab=image&' : ''}${runParameter}=${batchId}`}
              className={buttonClass('secondary', 'small')}
              aria-label={t('order.part', { number: index + 1 })}
            >
              {index + 1}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
