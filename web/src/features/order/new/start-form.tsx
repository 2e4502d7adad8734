import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand/react';
import type { CreateQuoteResponse, StartQuoteRequest } from '#shared/order/api.ts';
import { orderParameter, paths } from '#web/app/paths.ts';
import { doneMail } from '#web/features/batch/calls/done-mail.ts';
import { ApiError, codeOf } from '#web/lib/api.ts';
import { dollarsFromApi } from '#web/lib/money.ts';
import { useNavigate } from '#web/lib/router.tsx';
import { dateAndTime } from '#web/lib/time.ts';
import { chooseMail, whenDoneStore } from '#web/lib/when-done.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { useStartQuote } from './create-quote.ts';

/** The number of items in a test. So many results are enough to decide about the other items. */
const testCount = 10;

const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

type Props = { quote: CreateQuoteResponse; onReadPrice: () => void };

/** The spending limit, the test and the start time of an order with a stored quote. */
export function StartForm({ quote, onReadPrice }: Props) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const start = useStartQuote((orderId) => navigate(`${paths.history}?${orderParameter}=${orderId}`));
  const [ceiling, setCeiling] = useState(quote.total.toFixed(2));
  const [isTest, setTest] = useState(false);
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [time, setTime] = useState('');
  const byMail = useStore(whenDoneStore, (state) => state.byMail);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const request: StartQuoteRequest = {
      ceiling: Math.round(Number(ceiling) * 100) / 100,
      ...(isTest && { testFirst: testCount }),
      ...(when === 'later' && { startAt: { time, zone: zone() } }),
      ...doneMail(),
    };
    if (!start.isPending) start.mutate({ quoteId: quote.quoteId, request });
  };
  return (
    <form onSubmit={submit} className="mt-5 grid gap-4">
      <Field label={t('order.new.ceiling')}>
        {(field) => (
          <Input
            {...field}
            type="number"
            min={quote.unit}
            step="0.01"
            required
            value={ceiling}
            onChange={(event) => setCeiling(event.target.value)}
          />
        )}
      </Field>
      {quote.count > testCount && (
        <Switch label={t('order.new.test', { number: testCount })} hint={t('order.new.test_hint')} checked={isTest} onChange={setTest} />
      )}
      <Segmented
        label={t('order.new.start')}
        value={when}
        options={[
          { value: 'now', label: t('order.new.now') },
          { value: 'later', label: t('order.new.later') },
        ]}
        onChange={setWhen}
        className="justify-self-start"
      />
      {when === 'later' && (
        <Field label={t('order.new.time', { zone: zone(), until: dateAndTime(quote.validUntil, i18n.language) })}>
          {(field) => (
            <Input {...field} type="datetime-local" required value={time} onChange={(event) => setTime(event.target.value.slice(0, 16))} />
          )}
        </Field>
      )}
      <Switch label={t('bench.when_done.mail')} checked={byMail} onChange={chooseMail} />
      {start.error && <StartFailure error={start.error} onReadPrice={onReadPrice} />}
      <Button type="submit" kind="primary" className="w-full" aria-disabled={start.isPending}>
        {t(when === 'later' ? 'order.new.schedule' : 'order.new.confirm')}
      </Button>
    </form>
  );
}

/** If the quote has expired, both totals are visible, and the seller can accept the new price. */
function StartFailure({ error, onReadPrice }: { error: Error; onReadPrice: () => void }) {
  const { t } = useTranslation();
  if (!(error instanceof ApiError && error.code === 'QuoteExpired')) return <Alert tone="danger">{t(`errors.${codeOf(error)}`)}</Alert>;
  const [quoted, current] = [error.details.quoted, error.details.current].map((amount) => dollarsFromApi(Number(amount)));
  return (
    <Alert
      tone="danger"
      actions={
        <Button size="small" onClick={onReadPrice}>
          {t('order.new.new_price')}
        </Button>
      }
    >
      {t('order.new.price_changed', { quoted, current })}
    </Alert>
  );
}
