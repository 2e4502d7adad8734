import { ChevronDown, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BatchKind } from '#shared/batch/batch.ts';
import type { HistorySummary } from '#shared/history/api.ts';
import { paths, runParameter } from '#web/app/paths.ts';
import { wireDollars } from '#web/lib/money.ts';
import { Link } from '#web/lib/router.tsx';
import { Button, ButtonPrice, buttonClass } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useOpenAgain } from './open-again.ts';
import { useRetryRun } from './retry-run.ts';

type Props = { kind: BatchKind; run: HistorySummary; open: boolean; controls: string; onToggle: () => void };

/** Orders the failed items again, opens the tool with the same cards, and shows the results. */
export function RunActions({ kind, run, open, controls, onToggle }: Props) {
  const { t } = useTranslation();
  const retry = useRetryRun();
  const openAgain = useOpenAgain();
  const { batch_id: batchId, retry_cost: retryCost } = run;
  const toggleText = open ? t(`${kind}.history.hide`) : t(`${kind}.history.show`);
  return (
    <div className="flex flex-wrap items-center gap-2 lg:justify-end">
      {retryCost !== undefined && (
        <Button
          size="small"
          aria-disabled={retry.isPending}
          onClick={() => !retry.isPending && retry.mutate({ batchId, total: retryCost })}
        >
          {retry.isPending ? <Spinner className="size-4" /> : <RefreshCw aria-hidden className="size-4" />}
          {t('history.retry_failed')}
          <ButtonPrice>{wireDollars(retryCost)}</ButtonPrice>
        </Button>
      )}
      {run.kind === 'pipeline' ? (
        <Link to={`${paths.pipeline}?${runParameter}=${batchId}`} className={buttonClass('quiet', 'small')}>
          {t('history.open_run')}
        </Link>
      ) : (
        <Button
          kind="quiet"
          size="small"
          aria-disabled={openAgain.isPending}
          onClick={() => !openAgain.isPending && openAgain.mutate(batchId)}
        >
          {openAgain.isPending && <Spinner className="size-4" />}
          {t('history.open_again')}
        </Button>
      )}
      <Button
        size="small"
        title={toggleText}
        aria-expanded={open}
        aria-controls={controls}
        onClick={onToggle}
        className="xl:w-9 xl:px-0 xl:touch:w-11"
      >
        {/* In a wide window, this text is hidden. A row has only one line there, and the name of the run needs the space. */}
        <span className="xl:sr-only">{toggleText}</span>
        <ChevronDown aria-hidden className={`size-4 transition-transform ${open ? 'rotate-180' : ''}`} />
      </Button>
    </div>
  );
}
