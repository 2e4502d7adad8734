import { CircleStop, Play, RefreshCw, RotateCcw, WandSparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';
import { DownloadAll } from '#web/features/download/download-all.tsx';
import { dollars } from '#web/lib/money.ts';
import { useUser } from '#web/lib/session/session-provider.tsx';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button, ButtonPrice } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Meter } from '#web/ui/meter.tsx';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { PriceTag } from '#web/ui/price-tag.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { fileNameOf } from '../file-name.ts';
import { editStore } from '../store/core.ts';
import { cancelWaiting } from '../store/ordering.ts';
import { editPhotos } from '../store/photo-edit-tool.ts';
import { startNew } from '../store/photos.ts';
import {
  failedIds,
  idsToEdit,
  isAllEdited,
  isLocked,
  isRepeat,
  isRunning,
  priceOfEdits,
  progressOf,
  waitingItems,
} from '../store/selectors.ts';
import { BarStatus } from './bar-status.tsx';
import { useEdit, useEditEntries, useParsedChoices } from './use-edit.ts';

/** The bar at the bottom. It shows the state of the edits, and the next actions with their prices. */
export function EditBar() {
  const { t } = useTranslation();
  const running = useEdit(isRunning);
  const hasResults = useEdit(({ results }) => results.size > 0);
  const isOnly = useEdit(({ draft }) => draft.photos.length === 1);
  const isAllDone = useEdit(isAllEdited);
  const idsLeft = useEditEntries(idsToEdit);
  const failed = useEditEntries(failedIds);
  // If all photos without a result have failed, the page shows the retry button instead of the order button.
  const onlyFailed = idsLeft.length > 0 && idsLeft.length === failed.length && hasResults;
  const hasLeft = idsLeft.length > 0 && !onlyFailed;
  return (
    <ActionBar label={t('photo_edit.bar')} status={<BarStatus />} meter={<RunMeter />}>
      {running && <CancelButton />}
      {!running && hasResults && (
        <>
          <Button ref={passFocusToAncestor} kind="quiet" className="max-desktop:hidden" onClick={startNew}>
            <RotateCcw aria-hidden className="size-4" />
            {t('batch.start_new')}
          </Button>
          {isAllDone && (
            <span className="tablet:hidden">
              <Menu
                label={t('bench.more')}
                items={[{ label: t('batch.start_new'), icon: <RotateCcw aria-hidden />, onSelect: startNew }]}
              />
            </span>
          )}
          {/* The menu of the only photo opens the review. */}
          {!hasLeft && !isOnly && <ReviewButton />}
          {onlyFailed && <RetryButton ids={failed} />}
        </>
      )}
      {!running && hasResults && <Downloads isMain={!hasLeft} isSmall={hasLeft} />}
      {(running || hasLeft || !hasResults) && <RunButton ids={idsLeft} />}
    </ActionBar>
  );
}

function RunMeter() {
  const { t } = useTranslation();
  const { total, ready, failed, cancelled, working } = useEditEntries(progressOf);
  const hasStarted = useEdit(({ batches, sending }) => batches.length > 0 || sending !== undefined);
  if (!hasStarted || total === 0) return null;
  return <Meter label={t('photo_edit.progress')} done={ready} failed={failed + cancelled} running={working} total={total} />;
}

function CancelButton() {
  const { t } = useTranslation();
  const count = useEdit((state) => waitingItems(state).reduce((sum, { itemIds }) => sum + itemIds.length, 0));
  const cancelling = useEdit((state) => state.cancelling);
  if (count === 0) return null;
  return (
    <Button ref={passFocusToAncestor} kind="quiet" aria-disabled={cancelling} onClick={() => !cancelling && void cancelWaiting()}>
      <CircleStop aria-hidden className="size-4" />
      <span className="max-tablet:sr-only">{t('photo_edit.cancel_waiting', { count })}</span>
      <span aria-hidden className="tablet:hidden">
        {t('common.cancel')}
      </span>
    </Button>
  );
}

function ReviewButton() {
  const { t } = useTranslation();
  const ids = useEditEntries(({ draft, results }) => draft.photos.flatMap(({ id }) => (results.has(id) ? [id] : [])));
  // On phones, the bar has space for this button only if there is nothing to order.
  const isOnPhones = useEdit(isAllEdited);
  return (
    <Button className={isOnPhones ? '' : 'max-tablet:hidden'} onClick={() => editStore.setState({ reviewedId: ids[0] })}>
      <Play aria-hidden className="size-4 max-tablet:hidden" />
      {t('bench.review', { count: ids.length })}
    </Button>
  );
}

function RetryButton({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation();
  const { settings, faults } = useParsedChoices();
  const locked = useEdit(isLocked);
  const mayRetry = !locked && faults.length === 0;
  const total = dollars(priceOfEdits(settings, ids.length));
  return (
    <Button
      ref={passFocusToAncestor}
      aria-disabled={!mayRetry}
      onClick={() => mayRetry && editPhotos(ids)}
      className="max-tablet:[&>svg]:hidden"
    >
      <RefreshCw aria-hidden className="size-4" />
      {/* On phones, only a short text fits. */}
      <span className="max-tablet:sr-only">{t('batch.retry_failed', { count: ids.length })}</span>
      <span aria-hidden className="tablet:hidden">
        {t('bench.retry')}
      </span>
      <ButtonPrice>{total}</ButtonPrice>
    </Button>
  );
}

/** Pause between two downloads. Without a pause, browsers ignore some of the downloads. */
const downloadPauseMs = 300;

/** Saves all results. On phones, the button is short, because another button is beside it. */
function Downloads({ isMain, isSmall }: { isMain: boolean; isSmall: boolean }) {
  const isPhone = useMediaQuery('(width < 44rem)');
  const files = useEditEntries(({ draft, results }) =>
    draft.photos.flatMap(({ id }) => {
      const result = results.get(id);
      return result?.downloadUrl ? [result] : [];
    }),
  );
  if (files.length === 0) return null;
  return (
    <div className={isSmall ? 'max-desktop:hidden' : ''}>
      <DownloadAll
        files={files.map((result) => ({ name: fileNameOf(result), url: String(result.downloadUrl) }))}
        archive="images"
        spacingMs={downloadPauseMs}
        kind={isMain ? 'primary' : 'secondary'}
        isShort={isPhone}
      />
    </div>
  );
}

function RunButton({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation();
  const running = useEdit(isRunning);
  const isKnown = useEdit(({ restored, loadingRuns }) => restored && !loadingRuns);
  const repeats = useEdit(isRepeat);
  const { settings, faults } = useParsedChoices();
  const user = useUser();
  const profile = useProfile();
  const available = profile && balancesOf(profile).available;
  const count = Math.max(1, ids.length);
  const total = priceOfEdits(settings, count);
  const isReady = !running && isKnown && faults.length === 0;
  const lacksCredits = available !== undefined && available < total;
  const hint = running
    ? t('photo_edit.locked')
    : isReady && lacksCredits
      ? t('credits.insufficient_tooltip')
      : isReady && !user
        ? t('photo_edit.sign_in_first')
        : undefined;
  const describedBy = [faults.length > 0 && isKnown && 'edit-reason', ids.length > 0 && 'edit-price'].filter(Boolean).join(' ');
  const run = () => {
    if (!isReady) return;
    // In narrow windows, the photos are far above the bar. So the page scrolls to them.
    if (!window.matchMedia('(min-width: 64rem)').matches) document.getElementById('photo-pane')?.scrollIntoView();
    editPhotos(ids);
  };
  return (
    <>
      {!running && ids.length > 0 && (
        <p id="edit-price" className="flex items-center gap-3 max-tablet:sr-only">
          <PriceTag>{t('photo_edit.quote', { count, total: dollars(total) })}</PriceTag>
          {isReady && available !== undefined && !lacksCredits && (
            <span className="money text-sm text-muted max-desktop:hidden">
              {t('bench.left_after', { amount: dollars(available - total) })}
            </span>
          )}
        </p>
      )}
      <Tooltip text={hint}>
        <Button
          ref={passFocusToAncestor}
          kind={running ? 'quiet' : 'primary'}
          aria-disabled={!isReady}
          aria-describedby={running ? undefined : describedBy || undefined}
          onClick={run}
        >
          {running ? <Spinner className="size-4 text-brass" /> : <WandSparkles aria-hidden className="size-4" />}
          {running ? t('batch.generating') : t(repeats ? 'photo_edit.run_again' : `photo_edit.run.${settings.apiMode}`, { count })}
          {!running && ids.length > 0 && (
            <span aria-hidden className="contents tablet:hidden">
              <ButtonPrice>{dollars(total)}</ButtonPrice>
            </span>
          )}
        </Button>
      </Tooltip>
    </>
  );
}
