import { useTranslation } from 'react-i18next';
import type { BatchItem, BatchOf } from '#shared/batch/api.ts';
import { useServerNow } from '#web/lib/clock.ts';
import { elapsedTime, roughTime } from '#web/lib/time.ts';
import type { Measured } from '../cards/durations.ts';
import { remainingMs } from '../cards/estimate.ts';

/** The elapsed time and the estimated remaining time of a run. This is a separate component, because it renders every second. */
export function RunClock({ batches, remembered }: { batches: readonly BatchOf<BatchItem>[]; remembered: readonly Measured[] }) {
  const { t, i18n } = useTranslation();
  const now = useServerNow();
  const running = batches.filter((batch) => batch.status === 'running');
  if (running.length === 0) return null;
  const began = Math.min(...running.map((batch) => Date.parse(batch.createdAt)));
  const left = remainingMs(running, remembered, now);
  return (
    <span className="block text-sm text-muted">
      {t('batch.elapsed', { time: elapsedTime(now - began) })}
      {left !== undefined && ` · ${left > 0 ? t('batch.remaining', { time: roughTime(left, i18n.language) }) : t('batch.overdue')}`}
    </span>
  );
}
