import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openTopUp } from '#web/features/credits/top-up.ts';
import { dollars } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { type RadioCard, RadioCards } from '#web/ui/radio-cards.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { selectAffordable } from '../cards/affordable.ts';
import { useBench, useBenchState } from './bench-context.tsx';
import { useTopUpText } from './top-up-text.ts';

type Way = 'add' | 'fewer' | 'cheaper';

/** Shows how many credits are missing for an order, and offers a top-up, fewer cards, or a cheaper model. */
export function ShortageDialog() {
  const { t } = useTranslation();
  const { kind, tool, findCheaperModel: cheaperModel } = useBench();
  const { orderRules } = tool.definition;
  const shortfall = useBenchState((state) => state.shortfall);
  const cards = useBenchState(({ draft }) => draft.cards);
  const orderedCards = useBenchState((state) => state.idsToOrder);
  const [way, setWay] = useState<Way>('add');
  const missingText = useTopUpText(shortfall ? shortfall.need - shortfall.have : 0);
  if (!shortfall) return null;
  const { need, have } = shortfall;
  const ordered = orderedCards.flatMap((id) => cards.find((card) => card.id === id) ?? []);
  const affordableCards = selectAffordable(ordered, have, orderRules.quote);
  const cheaperOrder = cheaperModel?.(ordered);
  const missingCredits = need - have;
  const balanceText = (amount: number) => t('bench.left_after', { amount: dollars(amount) });
  const options: RadioCard<Way>[] = [
    {
      value: 'add',
      label: t('bench.short.add', { amount: missingText, count: ordered.length }),
      hint: t('credits.order_waits'),
      side: dollars(missingCredits),
      sideHint: balanceText(0),
    },
    ...(affordableCards.length > 0
      ? [
          {
            value: 'fewer' as const,
            label: t('bench.short.fewer', { count: affordableCards.length }),
            hint: t('bench.short.fewer_hint', { count: ordered.length - affordableCards.length }),
            side: dollars(orderRules.quote(affordableCards)),
            sideHint: balanceText(have - orderRules.quote(affordableCards)),
          },
        ]
      : []),
    ...(cheaperOrder && cheaperOrder.total <= have
      ? [
          {
            value: 'cheaper' as const,
            label: t('bench.short.cheaper', { model: cheaperOrder.name, count: ordered.length }),
            hint: cheaperOrder.note,
            side: dollars(cheaperOrder.total),
            sideHint: balanceText(have - cheaperOrder.total),
          },
        ]
      : []),
  ];
  const continueOrder = () => {
    tool.dismissShortfall();
    if (way === 'fewer') return tool.order(affordableCards);
    if (way === 'cheaper') return cheaperOrder?.choose();
    tool.keepOrder();
    openTopUp({ missing: missingCredits, orderWaits: true });
  };
  return (
    <Sheet
      open
      onClose={tool.dismissShortfall}
      title={t('credits.insufficient_title')}
      actions={
        <>
          <Button onClick={tool.dismissShortfall}>{t('common.cancel')}</Button>
          <Button kind="primary" onClick={continueOrder}>
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
          [t('bench.short.missing'), missingCredits],
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
