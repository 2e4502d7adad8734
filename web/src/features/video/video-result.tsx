import { Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { videoDefaults } from '#shared/video/defaults.ts';
import type { ShownItem } from '#web/features/batch/cards/run.ts';
import { openReview } from '#web/features/batch/view/view-store.ts';
import { elapsedTime } from '#web/lib/time.ts';
import { cssRatio } from '#web/ui/ratio.ts';
import type { ShownVideo } from './run.ts';

/** A delivered video on its card. The video plays while the pointer is over it. A click opens the review. */
export function VideoResult({ item, onStale }: { item: ShownItem; onStale: () => void }) {
  const { t } = useTranslation();
  const { title, videoUrl, posterUrl, aspectRatio, itemId } = item as ShownVideo;
  const [isPlaying, setPlaying] = useState(false);
  const frame = { aspectRatio: cssRatio(aspectRatio), height: '100%' };
  const layer = 'pointer-events-none col-start-1 row-start-1 max-h-full max-w-full rounded-sm';
  return (
    <div
      className="@container relative size-full"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPlaying(true)}
      onPointerLeave={() => setPlaying(false)}
    >
      {/*
       * A click is lost if its target leaves the document before the mouse button is released. So the target is the button, not the poster.
       */}
      <button
        type="button"
        aria-label={t('video.result.enlarge', { title })}
        onClick={() => openReview(itemId)}
        className="grid size-full grid-rows-[minmax(0,1fr)] place-items-center"
      >
        <img
          src={posterUrl}
          alt={t('video.result.label', { title })}
          loading="lazy"
          decoding="async"
          onError={onStale}
          className={`${layer} object-contain shadow-card`}
          style={frame}
        />
        {/* The video covers the poster exactly, so that nothing moves when the video plays. */}
        {isPlaying && (
          <video
            src={videoUrl}
            poster={posterUrl}
            muted
            autoPlay
            loop
            playsInline
            onError={onStale}
            className={`${layer} bg-media`}
            style={frame}
          />
        )}
      </button>
      {/* The duration is not in the button, because the accessible name of a button must contain all its texts. */}
      <span
        aria-hidden
        className="pointer-events-none absolute start-1 bottom-1 flex items-center gap-1 rounded-full bg-media/75 px-2 py-1 text-xs text-on-media @max-[6rem]:p-1.5"
      >
        <Play className="size-3 fill-current" />
        {/* In a small thumbnail, the duration would cover the product. */}
        <span className="money @max-[6rem]:hidden">{elapsedTime(videoDefaults.durationSeconds * 1_000)}</span>
      </span>
    </div>
  );
}
