import { Hourglass, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sidesOf } from '#shared/video/ratio.ts';
import { useServerNow } from '#web/lib/clock.ts';
import { roughTime } from '#web/lib/time.ts';
import { cssRatio, fittingWidth } from '#web/ui/ratio.ts';
import { WorkRing, WorkVeil } from '#web/ui/work-cover.tsx';
import { usualDurationMs } from '../cards/estimate.ts';
import type { ShownItem } from '../cards/run.ts';
import { useBenchState } from './bench-context.tsx';
import { Elapsed } from './elapsed.tsx';
import type { CardFacts } from './use-card.ts';

/**
 * The state of an item, shown on top of its photo: its position in the queue, a ring with the time, or the icon of a failure. The name of
 * the state is on the card. A small pane has no space for texts.
 */
export function PaneOverlay({ facts: { card, item, status, lineNumber, isCancelling }, isSmall }: { facts: CardFacts; isSmall: boolean }) {
  switch (status) {
    case 'sending':
      return <Sending ratio={card.aspectRatio} isSmall={isSmall} />;
    case 'queued':
      return (
        <span
          aria-hidden
          className="absolute start-1 bottom-1 flex items-center gap-1 rounded-full bg-media/75 px-2 py-1 text-xs text-on-media"
        >
          <Hourglass className="size-3" />
          <span className="money">{lineNumber ?? '…'}</span>
        </span>
      );
    case 'generating':
      return (
        <WorkCover ratio={card.aspectRatio}>
          {/* Beside a small pane, the line with the state shows the time. */}
          {isSmall ? (
            <WorkRing size="small" />
          ) : (
            <WorkRing>
              {item && !isCancelling && <Stage item={item} />}
              {item?.startedAt && <WorkTime item={item} startedAt={item.startedAt} />}
            </WorkRing>
          )}
        </WorkCover>
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

/** While the photos are uploaded, the photo stays visible with its own progress. */
function Sending({ ratio, isSmall }: { ratio: string; isSmall: boolean }) {
  const isUploading = useBenchState(({ sending }) => sending?.phase === 'uploading');
  if (isUploading) return null;
  return (
    <WorkCover ratio={ratio}>
      <WorkRing size={isSmall ? 'small' : 'medium'} />
    </WorkCover>
  );
}

/** Covers the picture of the result. If the picture is low, the texts can make the cover higher than the picture. */
function WorkCover({ ratio, children }: { ratio: string; children: ReactNode }) {
  const { width, height } = sidesOf(ratio);
  return (
    <div
      className="relative isolate col-start-1 row-start-1 grid place-content-center rounded-sm p-1 text-center"
      style={{ aspectRatio: cssRatio(ratio), inlineSize: fittingWidth(width / height) }}
    >
      <span className="absolute inset-0 -z-10">
        <WorkVeil />
      </span>
      {children}
    </div>
  );
}

/** The stage of the generation, only for screen readers. Other users see the name of the state on the card. */
function Stage({ item }: { item: ShownItem }) {
  const { t } = useTranslation();
  const { attempt } = item;
  if (attempt && attempt.number > 1) return <span className="block">{t('batch.result.retrying', attempt)}</span>;
  const stage = 'stage' in item ? item.stage : undefined;
  return stage && <span className="sr-only">{t(`batch.stage.${stage}`)}</span>;
}

/** The elapsed time, and the remaining time if it can be estimated. */
function WorkTime({ item, startedAt }: { item: ShownItem; startedAt: string }) {
  const { t, i18n } = useTranslation();
  const durations = useBenchState((state) => state.durations);
  const usualMs = usualDurationMs(item.model, [], durations);
  const passedMs = useServerNow() - Date.parse(startedAt);
  const leftMs = usualMs === undefined ? 0 : usualMs - passedMs;
  return (
    <>
      <Elapsed startedAt={startedAt} />
      {leftMs > 0 && <span className="block">{t('batch.remaining', { time: roughTime(leftMs, i18n.language) })}</span>}
    </>
  );
}
