import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Meter } from '#web/ui/meter.tsx';
import { progressOf } from '../cards/run.ts';
import { hasRun, isRunning } from '../store/core.ts';
import { BarStatus } from './bar-status.tsx';
import { useBench, useBenchState } from './bench-context.tsx';
import { CreateButtons } from './create-buttons.tsx';
import { FinishedButtons, RunningButtons } from './run-buttons.tsx';
import { useIsBarCovered } from './use-is-bar-covered.ts';

/** The bar at the bottom of the window. It shows the state of the work and one main button for the next step. */
export function BenchBar() {
  const { t } = useTranslation();
  const { kind } = useBench();
  const running = useBenchState(isRunning);
  const isRunShown = useBenchState(hasRun);
  const counters = useBenchState(useShallow(({ draft, items }) => progressOf(draft.cards, items)));
  const isCovered = useIsBarCovered();
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
    <ActionBar label={t(`${kind}.bar`)} status={<BarStatus />} isCovered={isCovered} {...(meter && { meter })}>
      {running ? <RunningButtons /> : isRunShown ? <FinishedButtons /> : <CreateButtons />}
    </ActionBar>
  );
}
