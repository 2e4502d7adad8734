import { Plus, TrendingDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dollars } from '#web/lib/money.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button, ButtonPrice } from '#web/ui/button.tsx';
import type { MenuItem } from '#web/ui/menu.tsx';
import { PriceTag } from '#web/ui/price-tag.tsx';
import { SplitButton } from '#web/ui/split-button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { selectAffordable } from '../cards/affordable.ts';
import { useBench, useBenchState } from './bench-context.tsx';
import { KindIcon } from './kind-icon.tsx';
import { startRun } from './start-run.ts';
import { useTopUpText } from './top-up-text.ts';
import { useColumns } from './use-columns.ts';
import { currentCards, type Order, useOrder } from './use-order.ts';
import { WhenDone } from './when-done.tsx';

/** The buttons before the run. While cards are selected, the selection bar contains the button for the selected cards. */
export function CreateButtons() {
  const order = useOrder();
  const hasSelection = useBenchState(({ selection }) => selection.ids.size > 0);
  const isSignedIn = useSession().status === 'user';
  const isPhone = useColumns() === 1;
  return (
    <>
      {order.cards.length > 0 && isSignedIn && !isPhone && <WhenDone isRunning={false} />}
      {!hasSelection &&
        (order.shortage ? <ShortageButton order={order} {...order.shortage} /> : <CreateButton order={order} isSignedIn={isSignedIn} />)}
    </>
  );
}

function CreateButton({ order: { cards, total, available }, isSignedIn }: { order: Order; isSignedIn: boolean }) {
  const { t } = useTranslation();
  const { kind, tool } = useBench();
  const isWaiting = useBenchState(({ restored, loadingRuns }) => !restored || loadingRuns);
  const isPhone = useColumns() === 1;
  const count = cards.length;
  const isInactive = isWaiting || count === 0;
  return (
    <>
      {count > 0 && (
        <span id="quote" className={isPhone ? 'sr-only' : ''}>
          <PriceTag>{t(`${kind}.quote`, { count, total: dollars(total) })}</PriceTag>
        </span>
      )}
      {count > 0 && available !== undefined && !isPhone && (
        <span className="money text-sm text-muted">{t('bench.left_after', { amount: dollars(available - total) })}</span>
      )}
      <Tooltip text={isSignedIn || isInactive ? undefined : t('batch.sign_in_to_create')}>
        <Button
          kind="primary"
          aria-disabled={isInactive}
          aria-describedby={count > 0 ? 'quote' : 'bar-reason'}
          onClick={({ currentTarget }) => !isInactive && startRun(tool, currentTarget, tool.create)}
          className="tablet:min-w-44"
        >
          <KindIcon kind={kind} className="size-4" />
          {t(`${kind}.create`, { count })}
          {isPhone && count > 0 && <ButtonPrice>{dollars(total)}</ButtonPrice>}
        </Button>
      </Tooltip>
    </>
  );
}

type ShortageProps = { order: Order; available: number; missing: number };

/**
 * Shown if the balance does not cover the order. The button opens the top-up. Its menu offers an order with fewer cards or a cheaper model.
 */
function ShortageButton({ order: { cards }, available, missing }: ShortageProps) {
  const { t } = useTranslation();
  const { kind, tool, findCheaperModel } = useBench();
  const isPhone = useColumns() === 1;
  const { quote } = tool.definition.orderRules;
  const count = cards.length;
  const affordableCards = selectAffordable(cards, available, quote);
  const cheaperOrder = findCheaperModel?.(cards);
  const amount = dollars(missing);
  const pricedAmount = useTopUpText(missing);
  const ways: MenuItem[] = [];
  if (affordableCards.length > 0)
    ways.push({
      label: t(`${kind}.create`, { count: affordableCards.length }),
      price: dollars(quote(affordableCards)),
      icon: <KindIcon kind={kind} className="size-4" />,
      onSelect: () => startRun(tool, undefined, () => tool.order(currentCards(tool, affordableCards))),
    });
  if (cheaperOrder && cheaperOrder.total <= available)
    ways.push({
      label: t('bench.short.cheaper', { model: cheaperOrder.name, count }),
      price: dollars(cheaperOrder.total),
      icon: <TrendingDown aria-hidden />,
      onSelect: () => startRun(tool, undefined, cheaperOrder.choose),
    });
  const [onlyWay] = ways;
  return (
    <>
      {ways.length === 1 && onlyWay && !isPhone && (
        <Button kind="accent" onClick={onlyWay.onSelect} className="[&>svg]:size-4">
          {onlyWay.icon}
          {onlyWay.label}
          <span className="money text-brass">{onlyWay.price}</span>
        </Button>
      )}
      <SplitButton
        kind="primary"
        tooltip={t('credits.insufficient_tooltip')}
        onClick={() => tool.order(currentCards(tool, cards))}
        menuLabel={t('bench.short.ways')}
        hasMenuTitle
        items={ways.length > 1 || isPhone ? ways : []}
      >
        <Plus aria-hidden className="size-4" />
        <span className="money">
          {isPhone ? t('bench.add_amount', { amount }) : t('bench.add_and_create', { amount: pricedAmount, count })}
        </span>
      </SplitButton>
    </>
  );
}
