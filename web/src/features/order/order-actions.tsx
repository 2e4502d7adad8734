import { CirclePause, Play, Square } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderResponse } from '#shared/order/api.ts';
import { paths } from '#web/app/paths.ts';
import { openTopUp } from '#web/features/credits/top-up.ts';
import { dollarsFromApi } from '#web/lib/money.ts';
import { Link } from '#web/lib/router.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { useControlOrder } from './control-order.ts';

/** The actions of an order that has not ended. */
export function OrderActions({ order }: { order: OrderResponse }) {
  const { t } = useTranslation();
  const control = useControlOrder(order.orderId);
  const [isAsking, setAsking] = useState(false);
  const { status, pauseReason, counters } = order;
  const isPaused = status === 'paused';
  const isBusy = control.isPending;
  const send = (request: Parameters<typeof control.mutate>[0]) => {
    if (!isBusy) control.mutate(request);
  };
  if (status === 'stopping') return null;
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-2">
        {isPaused && pauseReason === 'credits' && (
          <Button kind="primary" onClick={() => openTopUp()}>
            {t('credits.add')}
          </Button>
        )}
        {isPaused && pauseReason === 'credits' && (
          <Link to={`${paths.account}#auto-top-up`} className={buttonClass('secondary')}>
            {t('auto_top_up.order_link')}
          </Link>
        )}
        {isPaused && pauseReason !== 'ceiling' && (
          <Button
            kind={pauseReason === 'credits' ? 'secondary' : 'primary'}
            aria-disabled={isBusy}
            onClick={() => send({ action: 'resume' })}
          >
            <Play aria-hidden className="size-4" />
            {t('order.resume')}
          </Button>
        )}
        {status === 'scheduled' && (
          <Button kind="primary" aria-disabled={isBusy} onClick={() => send({ action: 'resume' })}>
            <Play aria-hidden className="size-4" />
            {t('order.start_now')}
          </Button>
        )}
        {status === 'running' && (
          <Button aria-disabled={isBusy} onClick={() => send({ action: 'pause' })}>
            <CirclePause aria-hidden className="size-4" />
            {t('order.pause')}
          </Button>
        )}
        <Button kind="quiet" onClick={() => setAsking(true)}>
          <Square aria-hidden className="size-4" />
          {t('order.stop')}
        </Button>
      </div>
      {isPaused && pauseReason === 'ceiling' && (
        <RaiseCeiling order={order} isBusy={isBusy} onRaise={(ceiling) => send({ action: 'resume', ceiling })} />
      )}
      {counters.left > 0 && <MoveToFront isBusy={isBusy} onMove={(skus) => send({ action: 'front', skus })} />}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('order.stop_title')}
        alert
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t('order.keep_running')}</Button>
            <Button
              kind="danger"
              onClick={() => {
                setAsking(false);
                send({ action: 'stop' });
              }}
            >
              {t('order.stop')}
            </Button>
          </>
        }
      >
        <p>{t('order.stop_text')}</p>
      </Dialog>
    </>
  );
}

type RaiseProps = { order: OrderResponse; isBusy: boolean; onRaise: (ceiling: number) => void };

/** Sets a higher spending limit and continues the order. */
function RaiseCeiling({ order, isBusy, onRaise }: RaiseProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(String(Math.max(order.total, order.ceiling)));
  const amount = Number(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && Number.isFinite(amount)) onRaise(Math.round(amount * 100) / 100);
  };
  return (
    <form onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-2">
      <Field label={t('order.new_ceiling', { total: dollarsFromApi(order.total) })} className="w-full max-w-72">
        {(field) => (
          <Input {...field} type="number" min={0} step="0.01" required value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <Button type="submit" kind="primary" aria-disabled={isBusy}>
        {t('order.resume')}
      </Button>
    </form>
  );
}

type FrontProps = { isBusy: boolean; onMove: (skus: string[]) => void };

/** Moves the products with the typed SKUs to the front, so that they are made next. */
function MoveToFront({ isBusy, onMove }: FrontProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const skus = text
      .split(',')
      .map((sku) => sku.trim())
      .filter(Boolean);
    if (!isBusy && skus.length > 0) onMove(skus);
  };
  return (
    <form onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-2">
      <Field label={t('order.front')} className="w-full max-w-72">
        {(field) => <Input {...field} value={text} onChange={(event) => setText(event.target.value)} maxLength={1000} />}
      </Field>
      <Button type="submit" aria-disabled={isBusy}>
        {t('order.front_button')}
      </Button>
    </form>
  );
}
