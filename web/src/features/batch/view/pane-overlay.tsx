import { Hourglass, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sidesOf } from '#shared/video/ratio.ts';
import { useServerNow } from '#web/lib/clock.ts';
import { elapsedTime, roughTime } from '#web/lib/time.ts';
import { cssRatio, fittingWidth } from '#web/ui/ratio.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { medianDurationMs } from '../cards/estimate.ts';
import type { ShownItem } from '../cards/run.ts';
import { useBenchState } from './bench-context.tsx';
import type { CardFacts } from './use-card.ts';

/**
 * The state of an item, shown on top of its photo: its position in the queue, a ring with the time, or the icon of a failure. The name of
 * the state is on the card. A small pane has no space for texts.
 */
export function PaneOverlay({ facts: { card, item, status, isCancelling }, isSmall }: { facts: CardFacts; isSmall: boolean }) {
  switch (status) {
    case 'sending':
      return <Sending ratio={card.aspectRatio} />;
    case 'queued':
      return (
        <span
          aria-hidden
          className="absolute start-1 bottom-1 flex items-center gap-1 rounded-full bg-media/75 px-2 py-1 text-xs text-on-media"
        >
          <Hourglass className="size-3" />
          <span className="money">{item?.line?.place ?? item?.queuePosition ?? '…'}</span>
        </span>
      );
    case 'generating':
      return (
        <DarkOverlay ratio={card.aspectRatio}>
          <Spinner className={isSmall ? 'size-7 text-brass-bright' : 'size-9 text-brass-bright'} />
          {item && !isCancelling && !isSmall && <Stage item={item} />}
          {item?.startedAt && <Elapsed item={item} startedAt={item.startedAt} />}
        </DarkOverlay>
      );
    case 'failed':
      return (
        <span
          aria-hidden
          className={`relative col-start-1 row-start-1 grid place-items-center rounded-full bg-danger-soft text-danger shadow-card ${isSmall ? 'size-8' : 'size-11'}`}
        >
          <TriangleAlert className={isSmall ? 'size-4' : 'size-5'} />
        </span>
      );
    default:
      return null;
  }
}

/** While the photos are uploaded, the photo and its own progress stay visible. */
function Sending({ ratio }: { ratio: string }) {
  const isUploading = useBenchState(({ sending }) => sending?.phase === 'uploading');
  if (isUploading) return null;
  return (
    <DarkOverlay ratio={ratio}>
      <Spinner className="size-7 text-on-media" />
    </DarkOverlay>
  );
}

/** Covers the picture of the result. If the picture is low, the texts can make the overlay higher than the picture. */
function DarkOverlay({ ratio, children }: { ratio: string; children: ReactNode }) {
  const { width, height } = sidesOf(ratio);
  return (
    <div
      className="relative col-start-1 row-start-1 grid place-content-center justify-items-center gap-1 rounded-sm bg-media/65 p-1 text-center text-sm text-on-media"
      style={{ aspectRatio: cssRatio(ratio), inlineSize: fittingWidth(width / height) }}
    >
      {children}
    </div>
  );
}

/** The stage of the generation, only for screen readers. Other users see the name of the state on the card. */
function Stage({ item }: { item: ShownItem }) {
  const { t } = useTranslation();
  const { attempt } = item;
  if (attempt && attempt.number > 1) return <span className="money text-xs">{t('batch.result.retrying', attempt)}</span>;
  const stage = 'stage' in item ? item.stage : undefined;
  return stage && <span className="sr-only">{t(`batch.stage.${stage}`)}</span>;
}

/**
 * The elapsed time and, if the usual time of the model is known, the remaining time. This is a separate component, because it renders every
 * second.
 */
function Elapsed({ item, startedAt }: { item: ShownItem; startedAt: string }) {
  const { t, i18n } = useTranslation();
  const durations = useBenchState((state) => state.durations);
  const passedMs = useServerNow() - Date.parse(startedAt);
  const usualMs = medianDurationMs(item.model, [], durations);
  const leftMs = usualMs === undefined ? 0 : usualMs - passedMs;
  return (
    <span className="money text-xs">
      <span className="sr-only">{t('batch.result.elapsed')} </span>
      {elapsedTime(passedMs)}
      {leftMs > 0 && <span className="block">{t('batch.remaining', { time: roughTime(leftMs, i18n.language) })}</span>}
    </span>
  );
}
