import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CreateQuoteResponse } from '#shared/order/api.ts';
import type { OrderSettings } from '#shared/order/items.ts';
import { unitCentsOf } from '#shared/order/price.ts';
import { codeOf } from '#web/lib/api.ts';
import { dollars } from '#web/lib/money.ts';
import { dateAndTime } from '#web/lib/time.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StartForm } from './start-form.tsx';

type Quote = { data: CreateQuoteResponse | undefined; error: Error | null; isPending: boolean };

type Props = {
  settings: OrderSettings;
  count: number;
  quote: Quote;
  isReady: boolean;
  /** True if AI Write writes the prompts. */
  isAiWrite: boolean;
  onReadPrice: () => void;
};

/** The price of the order. After the server has stored the quote, the panel also contains the choices for the start. */
export function QuotePanel({ settings, count, quote, isReady, isAiWrite, onReadPrice }: Props) {
  const { t, i18n } = useTranslation();
  const unitCents = unitCentsOf(settings);
  const { data, error, isPending } = quote;
  return (
    <Panel title={t('order.price')} className="lg:sticky lg:top-24">
      <dl className="money">
        <div className="flex justify-between gap-4">
          <dt>{t(`bench.short.order_${settings.kind}`, { count })}</dt>
          <dd className="text-muted">{t('order.new.each', { price: dollars(unitCents) })}</dd>
        </div>
        {isAiWrite && (
          <div className="mt-1 flex items-center gap-1.5 text-sm text-muted">
            <dt className="sr-only">{t('order.new.prompts')}</dt>
            <dd>{t('order.new.ai_included')}</dd>
          </div>
        )}
        <div className="mt-3 flex items-baseline justify-between gap-4 border-t border-dashed border-line-strong pt-3 font-semibold">
          <dt>{t('order.new.total')}</dt>
          <dd className="text-2xl">{dollars(unitCents * count)}</dd>
        </div>
      </dl>
      {error && (
        <Alert tone="danger" className="mt-4">
          {t(`errors.${codeOf(error)}`)}
        </Alert>
      )}
      {data ? (
        <>
          <Alert tone="success" title={t('order.new.valid_until', { time: dateAndTime(data.validUntil, i18n.language) })} className="mt-4">
            {t('order.new.hold', { amount: dollars(Math.round(data.hold * 100)) })}
          </Alert>
          <StartForm key={data.quoteId} quote={data} onReadPrice={onReadPrice} />
        </>
      ) : (
        <Button kind="primary" className="mt-5 w-full" aria-disabled={!isReady || isPending} onClick={onReadPrice}>
          <Lock aria-hidden className="size-4" />
          {t(isPending ? 'common.loading' : 'order.new.get_price')}
        </Button>
      )}
    </Panel>
  );
}
