import { CircleStop, Plus, RefreshCw, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';

import { DownloadAll } from '#web/features/download/download-all.tsx';
import { liveSpacingMs } from '#web/lib/download.ts';
import { dollars } from '#web/lib/money.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Menu, type MenuItem } from '#web/ui/menu.tsx';
import { Meter } from '#web/ui/meter.tsx';
import { PriceTag } from '#web/ui/price-tag.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { fingerprint } from '../cards/cards.ts';
import { downloadsOf } from '../cards/downloads.ts';
import { failedCards } from '../cards/retry.ts';
import { lacksCredits, progressOf } from '../cards/run.ts';
import { isRunning } from '../store/core.ts';
import { BarStatus } from './bar-status.tsx';
import { useBench, useBenchState } from './bench-context.tsx';
import { KindIcon } from './kind-icon.tsx';
import { ReviewButton } from './review-button.tsx';
import { useColumns } from './use-columns.ts';
import { WhenDone } from './when-done.tsx';

/** The bar at the bottom: the state of the work, and one primary button for the next step. */
export function BenchBar() {
  const { t } = useTranslation();
  const { kind } = useBench();
  const running = useBenchState(isRunning);
  const hasRun = useBenchState(({ draft, items }) => draft.cards.some(({ id }) => items.has(id)));
  const counters = useBenchState(useShallow(({ draft, items, batches }) => progressOf(batches, draft.cards, items)));
  const meter = running && counters.total > 0 && (
    <Meter
      label={t(`${kind}.progress_label`)}
      done={counters.completed}
      failed={counters.failed + counters.cancelled}
      running={counters.processing}
      total={counters.total}
    />
  );
  return (
    <ActionBar label={t(`${kind}.bar`)} status={<BarStatus />} {...(meter && { meter })}>
      {running ? <RunningButtons /> : hasRun ? <FinishedButtons /> : <CreateButtons />}
    </ActionBar>
  );
}

/** The cards that can be ordered, and their price. */
function useOrder() {
  const { kind, tool } = useBench();
  const { orderRules } = tool.definition;
  const cards = useBenchState(useShallow(({ draft }) => draft.cards.filter(orderRules.isEligible)));
  const profile = useProfile();
  const available = profile && balancesOf(profile).available;
  const total = orderRules.quote(cards);
  return { cards, total, available, isBalanceTooLow: available !== undefined && cards.length > 0 && lacksCredits(kind, available, total) };
}

function CreateButtons() {
  const { t } = useTranslation();
  const { kind, tool } = useBench();
  const session = useSession();
  const isWaiting = useBenchState(({ restored, loadingRuns }) => !restored || loadingRuns);
  const { cards, total, available, isBalanceTooLow } = useOrder();
  const count = cards.length;
  const isPhone = useColumns() === 1;
  const isInactive = isWaiting || count === 0;
  const tooltip = isBalanceTooLow
    ? t('credits.insufficient_tooltip')
    : session.status === 'user' || isInactive
      ? undefined
      : t('batch.sign_in_to_create');
  return (
    <>
      {count > 0 && session.status === 'user' && <WhenDone isRunning={false} />}
      {count > 0 && (
        <span id="quote" className={isPhone ? 'sr-only' : ''}>
          <PriceTag>{t(`${kind}.quote`, { count, total: dollars(total) })}</PriceTag>
        </span>
      )}
      {count > 0 && !isBalanceTooLow && available !== undefined && !isPhone && (
        <span className="money text-sm text-muted">{t('bench.left_after', { amount: dollars(available - total) })}</span>
      )}
      {isBalanceTooLow && available !== undefined ? (
        <Button kind="primary" onClick={() => tool.order(cards)} className="money">
          <Plus aria-hidden className="size-4" />
          {t('bench.add_and_create', { amount: dollars(total - available), count })}
        </Button>
      ) : (
        <Tooltip text={tooltip}>
          <Button
            kind="primary"
            aria-disabled={isInactive}
            aria-describedby={count > 0 ? 'quote' : 'bar-reason'}
            onClick={() => !isInactive && tool.create()}
            className="tablet:min-w-44"
          >
            <KindIcon kind={kind} className="size-4" />
            {t(`${kind}.create`, { count })}
            {isPhone && count > 0 && <span className="money border-s border-on-accent/30 ps-2">{dollars(total)}</span>}
          </Button>
        </Tooltip>
      )}
    </>
  );
}

function RunningButtons() {
  const { t } = useTranslation();
  const { kind, tool } = useBench();
  const isPhone = useColumns() === 1;
  const isUploading = useBenchState(({ sending }) => sending?.phase === 'uploading');
  const canCancel = useBenchState(
    ({ batches, sending }) => sending?.phase === 'uploading' || batches.some(({ status }) => status === 'running'),
  );
  const downloads = useDownloadsOfCards();
  const cancel = () => (isUploading ? tool.stopSending() : tool.cancelAll());
  return (
    <>
      <WhenDone isRunning />
      {!isPhone && downloads.length > 0 && <DownloadAll files={downloads} archive={`${kind}s`} spacingMs={liveSpacingMs} kind="quiet" />}
      {canCancel &&
        (isPhone ? (
          <Menu label={t('bench.more')} items={[{ label: t('batch.cancel_all'), icon: <CircleStop aria-hidden />, onSelect: cancel }]} />
        ) : (
          <Button kind="quiet" onClick={cancel}>
            <CircleStop aria-hidden className="size-4" />
            {t('batch.cancel_all')}
          </Button>
        ))}
      <Tooltip text={t(`${kind}.locked_create`)}>
        <Button kind="primary" aria-disabled className="tablet:min-w-36">
          <Spinner className="size-4 text-muted" />
          {t('batch.generating')}
        </Button>
      </Tooltip>
    </>
  );
}

const useDownloadsOfCards = () => {
  const { kind } = useBench();
  const items = useBenchState(useShallow(({ draft, items: all }) => draft.cards.flatMap(({ id }) => all.get(id) ?? [])));
  return downloadsOf(kind, items);
};

function FinishedButtons() {
  const { t } = useTranslation();
  const { kind, tool } = useBench();
  const isPhone = useColumns() === 1;
  const { orderRules } = tool.definition;
  const { cards, total } = useOrder();
  const items = useBenchState((state) => state.items);
  const sentFingerprints = useBenchState(({ draft }) => draft.sent);
  const downloads = useDownloadsOfCards();
  const failed = failedCards(cards, items);
  const changedCards = cards.filter((card) => !items.has(card.id) || sentFingerprints[card.id] !== fingerprint(card));
  // The results come first: a seller downloads before the next order. On phones, the order is in the menu.
  const canDownload = downloads.length > 0;
  const createPrice = dollars(orderRules.quote(changedCards));
  const create = () => tool.orderSignedIn(changedCards);
  const retry = () => tool.orderSignedIn(failed);
  const retryPrice = dollars(orderRules.quote(failed));
  const menu: (MenuItem | 'separator')[] = [
    ...(isPhone && canDownload && changedCards.length > 0
      ? [
          {
            label: t(`${kind}.create`, { count: changedCards.length }),
            price: createPrice,
            icon: <KindIcon kind={kind} className="size-4" />,
            onSelect: create,
          },
        ]
      : []),
    ...(isPhone && failed.length > 0
      ? [
          {
            label: t('batch.retry_failed', { count: failed.length, total: '' }).replace(/[\s·]+$/, ''),
            price: retryPrice,
            icon: <RefreshCw aria-hidden />,
            onSelect: retry,
          },
        ]
      : []),
    {
      label: t(`${kind}.recreate`, { count: cards.length }),
      price: dollars(total),
      icon: <KindIcon kind={kind} className="size-4" />,
      disabled: cards.length === 0 ? t(`${kind}.nothing_to_create`) : undefined,
      onSelect: tool.create,
    },
    { label: t('batch.start_new'), remark: t('bench.kept_in_history'), icon: <RotateCcw aria-hidden />, onSelect: tool.startNew },
  ];
  return (
    <>
      <Menu label={t('bench.more')} items={menu} />
      {!isPhone && failed.length > 0 && (
        <Button onClick={retry} className="money">
          <RefreshCw aria-hidden className="size-4" />
          {t('batch.retry_failed', { count: failed.length, total: retryPrice })}
        </Button>
      )}
      {changedCards.length > 0 && !(isPhone && canDownload) && (
        <Button kind={canDownload ? 'secondary' : 'primary'} onClick={create}>
          <KindIcon kind={kind} className="size-4" />
          {t(`${kind}.create`, { count: changedCards.length })}
          <span className="money border-s border-current/30 ps-2">{createPrice}</span>
        </Button>
      )}
      {canDownload && <ReviewButton count={downloads.length} />}
      {(canDownload || changedCards.length === 0) && (
        <DownloadAll files={downloads} archive={`${kind}s`} spacingMs={liveSpacingMs} kind="primary" />
      )}
    </>
  );
}
