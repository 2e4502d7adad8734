import { CircleStop, Play, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';
import { lacksCredits } from '#web/features/batch/cards/run.ts';
import { isRunning } from '#web/features/batch/store/core.ts';
import { dollars } from '#web/lib/money.ts';
import { useUser } from '#web/lib/session/session-provider.tsx';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button, ButtonPrice } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { PriceTag } from '#web/ui/price-tag.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { type ShownVideo, videoOrderRules } from '../run.ts';
import { cardOfSingle } from '../single.ts';
import { startNew } from '../single-actions.ts';
import { useMainAction } from './main-action.ts';
import { orderNewVersion, stopRun } from './orders.ts';
import { RunMeter } from './run-meter.tsx';
import { RunStatus } from './run-status.tsx';
import { isCancellable, isDelivered, missingInputOf, shownItemOf } from './selectors.ts';
import { useSingle, useSingleView } from './use-single.ts';
import { DownloadLink } from './version-actions.tsx';

/** The bar at the bottom of the window: the state, Start new after a run, and Run with its price (docs/spec.md 6.1). */
export function RunBar() {
  const { t } = useTranslation();
  const running = useSingle(isRunning);
  const cancellable = useSingle(isCancellable);
  const hasResults = useSingle(({ batches }) => batches.length > 0);
  const shown = useShownResult();
  const mainAction = useMainAction();
  const downloadUrl = running ? undefined : shown?.downloadUrl;
  // On phones, the bar does not show the state after a run. The buttons need the space, and the page shows the same state.
  const status = (
    <div className={downloadUrl ? 'max-tablet:sr-only' : ''}>
      <RunStatus />
    </div>
  );
  return (
    <ActionBar label={t('single.bar')} status={status} meter={running ? <RunMeter /> : undefined}>
      {hasResults && !running && (
        <>
          <Button ref={passFocusToAncestor} kind="quiet" onClick={startNew} className="max-tablet:hidden">
            <RotateCcw aria-hidden className="size-4" />
            {t('batch.start_new')}
          </Button>
          {/* On phones, this menu is hidden, because the state of the results needs the space. */}
          <span className="tablet:hidden">
            <Menu label={t('bench.more')} items={[{ label: t('batch.start_new'), icon: <RotateCcw aria-hidden />, onSelect: startNew }]} />
          </span>
        </>
      )}
      {cancellable && (
        <Button ref={passFocusToAncestor} kind="quiet" onClick={stopRun}>
          <CircleStop aria-hidden className="size-4" />
          {t('common.cancel')}
        </Button>
      )}
      <RunButton />
      {/* On phones, the next step after a run is the download of the shown video. It is at the end of the bar, as in the other tools. */}
      {shown && downloadUrl && <DownloadLink item={shown} url={downloadUrl} isMain={mainAction === 'download'} className="tablet:hidden" />}
    </ActionBar>
  );
}

/** The delivered video in the large display area. */
function useShownResult(): ShownVideo | undefined {
  const chosenId = useSingleView((view) => view.shownId);
  const target = useSingleView((view) => view.target);
  return useSingle((state) => {
    const item = shownItemOf(state, { chosenId, target });
    return isDelivered(item) ? item : undefined;
  });
}

function RunButton() {
  const { t } = useTranslation();
  const running = useSingle(isRunning);
  const mainAction = useMainAction();
  const isLoaded = useSingle(({ restored, loadingRuns }) => restored && !loadingRuns);
  const missing = useSingle(({ draft }) => missingInputOf(cardOfSingle(draft)));
  const total = useSingle(({ draft }) => videoOrderRules.quote([cardOfSingle(draft)]));
  const user = useUser();
  const profile = useProfile();
  const available = profile && balancesOf(profile).available;
  const isReady = !running && isLoaded && missing === undefined;
  // The price depends only on the settings, so it is visible before the seller has written a prompt.
  const hasPrice = useSingle(({ draft }) => cardOfSingle(draft).photo !== undefined) && !running && isLoaded;
  const isMain = mainAction === 'run' || mainAction === 'run_changes';
  const isBalanceTooLow = available !== undefined && lacksCredits('video', available, total);
  const hint = running
    ? t('single.locked_run')
    : isReady && isBalanceTooLow
      ? t('credits.insufficient_tooltip')
      : isReady && !user
        ? t('single.sign_in_to_run')
        : undefined;
  return (
    <>
      {hasPrice && (
        // A Run button that is not the main button contains the price, so that the bar has no second strong element.
        <p className={isMain ? 'flex items-center gap-3 max-tablet:hidden' : 'hidden'}>
          <span id="run-price">
            <PriceTag>{t('video.quote', { count: 1, total: dollars(total) })}</PriceTag>
          </span>
          {isReady && available !== undefined && !isBalanceTooLow && (
            <span className="money text-sm text-muted max-desktop:hidden">
              {t('single.left_after', { amount: dollars(available - total) })}
            </span>
          )}
        </p>
      )}
      <Tooltip text={hint}>
        <Button
          kind={isMain && !running ? 'primary' : running ? 'quiet' : 'secondary'}
          // On phones, the button that cancels needs the space.
          className={running ? 'max-tablet:hidden' : ''}
          aria-disabled={!isReady}
          aria-describedby={isReady ? 'run-price' : missing && !running ? 'run-reason' : undefined}
          onClick={() => isReady && orderNewVersion()}
        >
          {running ? <Spinner className="size-4 text-brass" /> : <Play aria-hidden className="size-4" />}
          {running ? t('batch.generating') : mainAction === 'run_changes' ? <RunChanges /> : t('single.run')}
          {hasPrice && (
            <span aria-hidden className={isMain ? 'contents tablet:hidden' : 'contents'}>
              <ButtonPrice>{dollars(total)}</ButtonPrice>
            </span>
          )}
        </Button>
      </Tooltip>
    </>
  );
}

/** The text of the button if the form has changed since the last run. On phones, the button has space only for the short text. */
function RunChanges() {
  const { t } = useTranslation();
  return (
    <>
      <span className="max-tablet:sr-only">{t('single.run_changes')}</span>
      <span aria-hidden className="tablet:hidden">
        {t('single.run')}
      </span>
    </>
  );
}
