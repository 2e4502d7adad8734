import { CircleStop, RefreshCw, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { hasOpenItems } from '#shared/batch/batch.ts';
import { DownloadAll } from '#web/features/download/download-all.tsx';
import { useFinish } from '#web/features/finish/use-finish.tsx';
import { usePackage } from '#web/features/package/use-package.tsx';
import { liveSpacingMs } from '#web/lib/download.ts';
import { dollars } from '#web/lib/money.ts';
import { Button, ButtonPrice } from '#web/ui/button.tsx';
import { Menu, type MenuItem } from '#web/ui/menu.tsx';
import { PricedButton } from '#web/ui/priced-button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { fingerprint } from '../cards/cards.ts';
import { downloadsOf, resultsOf } from '../cards/downloads.ts';
import { failedCards } from '../cards/retry.ts';
import { useBench, useBenchState } from './bench-context.tsx';
import { KindIcon } from './kind-icon.tsx';
import { ReviewButton } from './review-button.tsx';
import { startRun } from './start-run.ts';
import { useColumns } from './use-columns.ts';
import { useMainKind } from './use-main-kind.ts';
import { useLacksCredits } from './use-order.ts';
import { useWhenDoneItems, WhenDone } from './when-done.tsx';

const useItemsOfCards = () => useBenchState(useShallow(({ draft, items: all }) => draft.cards.flatMap(({ id }) => all.get(id) ?? [])));

/** The results of all cards, and the results that the seller keeps. */
const useDownloadsOfCards = () => {
  const { kind } = useBench();
  const items = useItemsOfCards();
  return {
    downloads: downloadsOf(kind, items),
    kept: downloadsOf(
      kind,
      items.filter((item) => item.kept === true),
    ),
  };
};

/**
 * The buttons during the run. The main action downloads the results that are ready. A phone has space for one button: first to cancel the
 * run, then to download. The other actions are in the menu.
 */
export function RunningButtons() {
  const { t } = useTranslation();
  const { kind, tool } = useBench();
  const isPhone = useColumns() === 1;
  const mainKind = useMainKind();
  const isUploading = useBenchState(({ sending }) => sending?.phase === 'uploading');
  const canCancel = useBenchState(({ batches, sending }) => sending?.phase === 'uploading' || batches.some(hasOpenItems));
  const { downloads, kept } = useDownloadsOfCards();
  const whenDoneItems = useWhenDoneItems(true);
  const cancel = () => (isUploading ? tool.stopSending() : tool.cancelAll());
  const cancelItem: MenuItem = { label: t('batch.cancel_all'), icon: <CircleStop aria-hidden />, onSelect: cancel };
  const hasDownloads = downloads.length > 0;
  return (
    <>
      {!(isPhone && (hasDownloads || canCancel)) && (
        <Tooltip text={t(`${kind}.locked_create`)}>
          <Button kind="quiet" aria-disabled>
            <Spinner className="size-4 text-brass" />
            {t('batch.generating')}
          </Button>
        </Tooltip>
      )}
      {isPhone ? (
        <Menu label={t('bench.more')} items={canCancel && hasDownloads ? [...whenDoneItems, 'separator', cancelItem] : whenDoneItems} />
      ) : (
        <WhenDone isRunning />
      )}
      {canCancel && !(isPhone && hasDownloads) && (
        <Button kind="quiet" onClick={cancel}>
          <CircleStop aria-hidden className="size-4" />
          {t('batch.cancel_all')}
        </Button>
      )}
      {hasDownloads && (
        <DownloadAll files={downloads} kept={kept} archive={`${kind}s`} spacingMs={liveSpacingMs} kind={mainKind} isShort={isPhone} />
      )}
    </>
  );
}

/**
 * The buttons after the run. The buttons for the results are first, because sellers usually download before the next order. On phones, the
 * orders are in the menu.
 */
export function FinishedButtons() {
  const { t } = useTranslation();
  const { kind, tool } = useBench();
  const isPhone = useColumns() === 1;
  const mainKind = useMainKind();
  const { orderRules } = tool.definition;
  const cards = useBenchState(useShallow(({ draft }) => draft.cards.filter(orderRules.isEligible)));
  const total = orderRules.quote(cards);
  const items = useBenchState((state) => state.items);
  const sentFingerprints = useBenchState(({ draft }) => draft.sent);
  const { downloads, kept } = useDownloadsOfCards();
  const failed = failedCards(cards, items);
  const isShort = useLacksCredits(failed);
  const changedCards = cards.filter((card) => !items.has(card.id) || sentFingerprints[card.id] !== fingerprint(card));
  const canDownload = downloads.length > 0;
  const finish = useFinish(
    kind,
    downloads.map(({ url }) => url),
  );
  const packaging = usePackage(kind, resultsOf(useItemsOfCards()));
  const resultCount = useBenchState(({ draft, items: all }) => draft.cards.filter(({ id }) => all.has(id)).length);
  const hasOrdersInMenu = isPhone && canDownload;
  const create = {
    label: t(`${kind}.create`, { count: changedCards.length }),
    price: dollars(orderRules.quote(changedCards)),
    icon: <KindIcon kind={kind} className="size-4" />,
    onSelect: () => startRun(tool, undefined, () => tool.orderSignedIn(changedCards)),
  };
  const retryLabel = t('batch.retry_failed', { count: failed.length });
  const retryPrice = dollars(orderRules.quote(failed));
  const retry = () => startRun(tool, undefined, () => tool.orderSignedIn(failed));
  const menu: MenuItem[] = [
    ...(hasOrdersInMenu && changedCards.length > 0 ? [create] : []),
    ...(isPhone && failed.length > 0
      ? [
          {
            label: retryLabel,
            price: retryPrice,
            icon: <RefreshCw aria-hidden />,
            onSelect: retry,
          },
        ]
      : []),
    ...(canDownload ? [finish.item, packaging.item] : []),
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
      {finish.dialog}
      {packaging.dialog}
      {!isPhone && failed.length > 0 && (
        <PricedButton
          size="medium"
          icon={<RefreshCw aria-hidden />}
          label={retryLabel}
          price={retryPrice}
          obstacle={isShort ? t('credits.insufficient_tooltip') : undefined}
          onClick={retry}
        />
      )}
      {changedCards.length > 0 && !hasOrdersInMenu && (
        <Button kind={canDownload ? 'secondary' : mainKind} onClick={create.onSelect}>
          {create.icon}
          {create.label}
          <ButtonPrice>{create.price}</ButtonPrice>
        </Button>
      )}
      {canDownload && <ReviewButton count={downloads.length} hasCardsWithoutResult={downloads.length < resultCount} />}
      {(canDownload || changedCards.length === 0) && (
        <DownloadAll files={downloads} kept={kept} archive={`${kind}s`} spacingMs={liveSpacingMs} kind={mainKind} isShort={isPhone} />
      )}
    </>
  );
}
