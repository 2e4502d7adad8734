import { useTranslation } from 'react-i18next';
import { useServerNow } from '#web/lib/clock.ts';
import { Meter } from '#web/ui/meter.tsx';
import { shareOfRun } from './run-progress.ts';
import { useSingle } from './use-single.ts';

/** The number of parts of the meter. With so many parts, the meter shows a continuous line instead of ticks. */
const parts = 1_000;

/** The progress of the run, as a line on the top edge of the bar. */
export function RunMeter() {
  const { t } = useTranslation();
  const batches = useSingle((state) => state.batches);
  const durations = useSingle((state) => state.durations);
  const share = shareOfRun(batches, durations, useServerNow());
  return (
    <Meter
      label={t('video.progress_label')}
      done={0}
      running={Math.round(share * parts)}
      total={parts}
      text={t('video.progress', { done: 0, count: 1 })}
      className="h-1.5"
    />
  );
}
