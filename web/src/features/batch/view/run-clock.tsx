import { useTranslation } from 'react-i18next';
import type { BatchItem, BatchOf } from '#shared/batch/api.ts';
import { hasOpenItems } from '#shared/batch/batch.ts';
import { useServerNow } from '#web/lib/clock.ts';
import { elapsedTime, roughTime } from '#web/lib/time.ts';
import type { MeasuredDuration } from '../cards/durations.ts';
import { remainingMs } from '../cards/estimate.ts';
import { nextStart } from '../cards/line-numbers.ts';

type Props = {
  batches: readonly BatchOf<BatchItem>[];
  durations: readonly MeasuredDuration[];
  /** If true, the elapsed time is hidden as soon as there is an estimate. */
  isShort?: boolean;
};

/**
 * The time until the first result is started, or the estimated remaining time, and the elapsed time of a run. This is a separate component,
 * because it renders every second.
 */
export function RunClock({ batches, durations, isShort = false }: Props) {
  const { t, i18n } = useTranslation();
  const now = useServerNow();
  const running = batches.filter(hasOpenItems);
  if (running.length === 0) return null;
  const startMs = Math.min(...running.map((batch) => Date.parse(batch.createdAt)));
  const leftMs = remainingMs(running, durations, now);
  const elapsedText = t('batch.elapsed', { time: elapsedTime(now - startMs) });
  const start = nextStart(running);
  const startText =
    start && (start.isPaused ? t('bench.paused_now') : t('bench.starts_in', { time: roughTime(start.seconds * 1_000, i18n.language) }));
  const leftText =
    startText ??
    (leftMs !== undefined && (leftMs > 0 ? t('batch.remaining', { time: roughTime(leftMs, i18n.language) }) : t('batch.overdue')));
  if (isShort) return <span className="block truncate text-xs text-muted">{leftText || elapsedText}</span>;
  return (
    <span className="block">
      {leftText && <b className="font-semibold text-ink">{leftText}</b>}
      {leftText ? ` · ${elapsedText}` : elapsedText}
    </span>
  );
}
