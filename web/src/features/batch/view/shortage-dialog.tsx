import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openTopUp } from '#web/features/credits/top-up.ts';
import { dollars } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { type RadioCard, RadioCards } from '#web/ui/radio-cards.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { affordable } from '../cards/affordable.ts';
import { useBench, useBenchState } from './bench-context.tsx';

type Way = 'add' | 'fewer' | 'cheaper';

/** Shows how many credits are missing for an order, and offers a top-up, fewer cards, or a cheaper model. */
export function ShortageDialog() {
  const { t } = useTranslation();
  const { kind, tool, cheaperModel } = useBench();
  const { making } = tool.definition;
  const shortfall = useBenchState((state) => state.shortfall);
  const cards = useBenchState(({ draft }) => draft.cards);
  const orderedIds = useBenchState((state) => state.orderedIds);
  const [way, setWay] = useState<Way>('add');
  if (!shortfall) return null;
  const { need, have } = shortfall;
  const ordered = orderedIds.flatMap((id) => cards.find((card) => card.id === id) ?? []);
  const fewer = affordable(ordered, have, making.quote);
  const cheaper = cheaperModel?.(ordered);
  const missing = need - have;
  const left = (amount: number) => t('bench.left_after', { amount: dollars(amount) });
  const options: RadioCard<Way>[] = [
    {
      value: 'add',
      label: t('bench.short.add', { amount: dollars(missing), count: ordered.length }),
      hint: t('credits.order_waits'),
      side: dollars(missing),
      sideHint: left(0),
    },
    ...(fewer.length > 0
      ? [
          {
            value: 'fewer' as const,
            label: t('bench.short.fewer', { count: fewer.length }),
            hint: t('bench.short.fewer_hint', { count: ordered.length - fewer.length }),
            side: dollars(making.quote(fewer)),
            sideHint: left(have - making.quote(fewer)),
          },
        ]
      : []),
    ...(cheaper && cheaper.total <= have
      ? [
          {
            value: 'cheaper' as const,
            label: t('bench.short.cheaper', { model: cheaper.name, count: ordered.length }),
            hint: cheaper.note,
            side: dollars(cheaper.total),
            sideHint: left(have - cheaper.total),
          },
        ]
      : []),
  ];
  const go = () => {
    tool.dismissShortfall();
    if (way === 'fewer') return tool.order(fewer);
    if (way === 'cheaper') return cheaper?.choose();
    tool.keepOrder();
    openTopUp({ missing, orderWaits: true });
  };
  return (
    <Sheet
      open
      onClose={tool.dismissShortfall}
      title={t('credits.insufficient_title')}
      actions={
        <>
          <Button onClick={tool.dismissShortfall}>{t('common.cancel')}</Button>
          <Button kind="primary" onClick={go}>
            {way === 'add' ? t('credits.add_to_continue') : options.find(({ value }) => value === way)?.label}
          </Button>
        </>
      }
    >
      <p className="money text-muted">{t('credits.insufficient_text', { need: dollars(need), have: dollars(have) })}</p>
      <dl className="my-4 grid grid-cols-3 overflow-hidden rounded-lg border border-line">
        {[
          [t(`bench.short.order_${kind}`, { count: ordered.length }), need],
          [t('bench.short.available'), have],
          [t('bench.short.missing'), missing],
        ].map(([label, amount], index) => (
          <div key={label} className={`px-3.5 py-2.5 ${index === 2 ? 'bg-brass-soft text-brass' : 'border-e border-line'}`}>
            <dt className="text-sm">{label}</dt>
            <dd className="money text-xl font-semibold">{dollars(Number(amount))}</dd>
          </div>
        ))}
      </dl>
      <RadioCards label={t('bench.short.ways')} hideLabel value={way} options={options} onChange={setWay} />
    </Sheet>
  );
}
