import { useTranslation } from 'react-i18next';
import { remainingMs } from '#web/features/batch/cards/estimate.ts';
import { uploadProgress } from '#web/features/batch/store/uploads.ts';
import { useServerNow } from '#web/lib/clock.ts';
import { Meter } from '#web/ui/meter.tsx';
import { useSingle } from './use-single.ts';

const ticks = 40;

/** Shows the elapsed share of the usual time. Without a measured time, the whole line is animated. */
export function RunMeter() {
  const { t } = useTranslation();
  const batches = useSingle((state) => state.batches);
  const durations = useSingle((state) => state.durations);
  const cards = useSingle(({ draft }) => draft.cards);
  const uploads = useSingle((state) => state.uploads);
  const now = useServerNow();
  const running = batches.filter(({ status }) => status === 'running');
  const passedMs = now - Math.min(...running.map(({ createdAt }) => Date.parse(createdAt)));
  const leftMs = remainingMs(running, durations, now);
  const share =
    running.length === 0 ? uploadProgress(cards, uploads)?.share : leftMs === undefined ? undefined : passedMs / (passedMs + leftMs);
  const filledTicks = share === undefined ? ticks : Math.min(ticks - 1, Math.max(1, Math.round(share * ticks)));
  return (
    <Meter
      label={t('video.progress_label')}
      done={0}
      running={filledTicks}
      total={ticks}
      text={t('video.progress', { done: 0, count: 1 })}
      className="h-1"
    />
  );
}
