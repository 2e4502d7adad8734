import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dollars } from '#web/lib/money.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button, ButtonPrice } from '#web/ui/button.tsx';
import { PriceTag } from '#web/ui/price-tag.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { selectAffordable } from '../cards/affordable.ts';
import { useBench, useBenchState } from './bench-context.tsx';
import { KindIcon } from './kind-icon.tsx';
import { useColumns } from './use-columns.ts';
import { useMainKind } from './use-main-kind.ts';
import { type Order, useOrder } from './use-order.ts';
import { WhenDone } from './when-done.tsx';

/** The buttons before the run. */
export function CreateButtons() {
  const order = useOrder();
  const isSignedIn = useSession().status === 'user';
  const isPhone = useColumns() === 1;
  return (
    <>
      {order.cards.length > 0 && isSignedIn && !isPhone && <WhenDone isRunning={false} />}
      {order.shortage ? <ShortageButtons order={order} {...order.shortage} /> : <CreateButton order={order} isSignedIn={isSignedIn} />}
    </>
  );
}

function CreateButton({ order: { cards, total, available }, isSignedIn }: { order: Order; isSignedIn: boolean }) {
  const { t } = useTranslation();
  const { kind, tool } = useBench();
  const mainKind = useMainKind();
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
          kind={mainKind}
          aria-disabled={isInactive}
          aria-describedby={count > 0 ? 'quote' : 'bar-reason'}
          onClick={() => !isInactive && tool.create()}
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

/** The ways to continue if the balance does not cover the order. On phones, a dialog shows the other ways. */
function ShortageButtons({ order: { cards }, available, missing }: ShortageProps) {
  const { t } = useTranslation();
  const { kind, tool, findCheaperModel } = useBench();
  const mainKind = useMainKind();
  const columns = useColumns();
  const { quote } = tool.definition.orderRules;
  const count = cards.length;
  const affordableCards = selectAffordable(cards, available, quote);
  const cheaperOrder = findCheaperModel?.(cards);
  const amount = dollars(missing);
  if (columns === 1)
    return (
      <Button kind={mainKind} onClick={() => tool.order(cards)} className="money">
        <Plus aria-hidden className="size-4" />
        {t('bench.add_amount', { amount })}
      </Button>
    );
  return (
    <>
      {affordableCards.length > 0 && (
        <Button kind="quiet" onClick={() => tool.order(affordableCards)}>
          {t(`${kind}.create`, { count: affordableCards.length })}
          <span className="money text-brass">{dollars(quote(affordableCards))}</span>
        </Button>
      )}
      {columns > 2 && cheaperOrder && cheaperOrder.total <= available && (
        <Button kind="quiet" onClick={cheaperOrder.choose}>
          {t('bench.short.cheaper', { model: cheaperOrder.name, count })}
          <span className="money text-brass">{dollars(cheaperOrder.total)}</span>
        </Button>
      )}
      <Tooltip text={t('credits.insufficient_tooltip')}>
        <Button kind={mainKind} onClick={() => tool.order(cards)} className="money">
          <Plus aria-hidden className="size-4" />
          {t('bench.add_and_create', { amount, count })}
        </Button>
      </Tooltip>
    </>
  );
}
