import { ChevronDown, Copy, RefreshCw, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BatchKind } from '#shared/batch/batch.ts';
import type { HistorySummary } from '#shared/history/api.ts';
import { orderParameter, paths, runParameter } from '#web/app/paths.ts';
import { dollarsFromApi } from '#web/lib/money.ts';
import { Link, useNavigate } from '#web/lib/router.tsx';
import { Button, ButtonPrice, buttonClass, IconButton } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useCopyId } from './copy-id.ts';
import { useOpenAgain } from './open-again.ts';
import { useRetryRun } from './retry-run.ts';

type Props = { kind: BatchKind; run: HistorySummary; open: boolean; isPhone: boolean; controls: string; onToggle: () => void };

/** Orders the failed items again, opens the tool with the same cards, and shows the results, in one line. */
export function RunActions({ kind, run, open, isPhone, controls, onToggle }: Props) {
  const { t } = useTranslation();
  const openAgain = useOpenAgain();
  const { batch_id: batchId } = run;
  const toggleText = open ? t(`${kind}.history.hide`) : t(`${kind}.history.show`);
  const toggle = { 'aria-expanded': open, 'aria-controls': controls, onClick: onToggle };
  if (isOrder(run)) return <OrderLink run={run} isPhone={isPhone} />;
  const chevron = <ChevronDown aria-hidden className={`size-4 transition-transform ${open ? 'rotate-180' : ''}`} />;
  if (isPhone)
    return (
      <div className="flex items-center gap-2">
        <Button size="small" {...toggle} className="min-w-0 px-2.5! text-sm!">
          <span className="truncate">{toggleText}</span>
          {chevron}
        </Button>
        <RetryButton run={run} isPhone />
        <PhoneMenu run={run} openAgain={() => !openAgain.isPending && openAgain.mutate(batchId)} />
      </div>
    );
  return (
    <div className="flex flex-nowrap items-center justify-end gap-1">
      <RetryButton run={run} isPhone={false} />
      {run.kind === 'pipeline' ? (
        <Link to={runPath(batchId)} className={buttonClass('quiet', 'small')}>
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
      <IconButton label={toggleText} title={toggleText} {...toggle} className="size-10! touch:size-11!">
        {chevron}
      </IconButton>
    </div>
  );
}

/** Returns whether a row is a large order. Each batch of an order also has a row, with the id of the batch. */
export const isOrder = ({ is_large_order, order_id, batch_id }: HistorySummary): boolean =>
  is_large_order === true && order_id === batch_id;

/** The panel of an order shows its progress, its receipt and its results. */
function OrderLink({ run: { batch_id: orderId }, isPhone }: { run: HistorySummary; isPhone: boolean }) {
  const { t } = useTranslation();
  return (
    <p className={isPhone ? '' : 'text-end'}>
      <Link to={`${paths.history}?${orderParameter}=${orderId}`} className={buttonClass(isPhone ? 'secondary' : 'quiet', 'small')}>
        {t('order.show')}
      </Link>
    </p>
  );
}

const runPath = (batchId: string): string => `${paths.pipeline}?${runParameter}=${batchId}`;

/** A longer label has no space in the row. */
const labelCharactersMax = 20;

/** Orders the failed items again. It shows the price. On phones, the icon replaces the label. */
function RetryButton({ run, isPhone }: { run: HistorySummary; isPhone: boolean }) {
  const { t } = useTranslation();
  const { batch_id: batchId, retry_cost: retryCost } = run;
  const retry = useRetryRun();
  const label = t('history.retry_failed');
  if (retryCost === undefined) return null;
  return (
    <Button
      size="small"
      aria-disabled={retry.isPending}
      onClick={() => !retry.isPending && retry.mutate({ batchId, total: retryCost })}
      title={label}
      className={isPhone ? 'px-2.5! text-sm!' : ''}
    >
      {retry.isPending ? <Spinner className="size-4" /> : <RefreshCw aria-hidden className="size-4" />}
      <span className={isPhone ? 'sr-only' : ''}>{isPhone || label.length <= labelCharactersMax ? label : t('bench.retry')}</span>{' '}
      <ButtonPrice>{dollarsFromApi(retryCost)}</ButtonPrice>
    </Button>
  );
}

/** On phones, the other actions are in a menu, so that the row has one line of buttons. */
function PhoneMenu({ run: { kind, batch_id: batchId }, openAgain }: { run: HistorySummary; openAgain: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const copy = useCopyId(batchId);
  return (
    <Menu
      label={t('bench.more')}
      className="ms-auto"
      items={[
        kind === 'pipeline'
          ? { label: t('history.open_run'), icon: <RotateCcw aria-hidden />, onSelect: () => navigate(runPath(batchId)) }
          : { label: t('history.open_again'), icon: <RotateCcw aria-hidden />, onSelect: openAgain },
        { label: t('history.copy_id'), icon: <Copy aria-hidden />, remark: `${batchId.slice(0, 8)}…`, onSelect: copy },
      ]}
    />
  );
}
