import { useTranslation } from 'react-i18next';
import type { BatchItem, BatchOf } from '#shared/batch/api.ts';
import { useServerNow } from '#web/lib/clock.ts';
import { elapsedTime, roughTime } from '#web/lib/time.ts';
import type { MeasuredDuration } from '../cards/durations.ts';
import { remainingMs } from '../cards/estimate.ts';

/** The elapsed time and the estimated remaining time of a run. This is a separate component, because it renders every second. */
export function RunClock({ batches, durations }: { batches: readonly BatchOf<BatchItem>[]; durations: readonly MeasuredDuration[] }) {
  const { t, i18n } = useTranslation();
  const now = useServerNow();
  const running = batches.filter((batch) => batch.status === 'running');
  if (running.length === 0) return null;
  const startMs = Math.min(...running.map((batch) => Date.parse(batch.createdAt)));
  const leftMs = remainingMs(running, durations, now);
  return (
    <span className="block text-sm text-muted">
      {t('batch.elapsed', { time: elapsedTime(now - startMs) })}
      {leftMs !== undefined && ` · ${leftMs > 0 ? t('batch.remaining', { time: roughTime(leftMs, i18n.language) }) : t('batch.overdue')}`}
    </span>
  );
}
