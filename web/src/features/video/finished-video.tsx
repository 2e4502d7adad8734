import { Download, Maximize2, Play } from 'lucide-react';
import { HoverCard } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { videoDefaults } from '#shared/video/defaults.ts';
import { fileNameOf } from '#web/features/batch/downloads.ts';
import { isLate } from '#web/features/batch/run.ts';
import { usePeek } from '#web/features/batch/use-peek.ts';
import { wireDollars } from '#web/lib/money.ts';
import { elapsedTime } from '#web/lib/time.ts';
import { LoopingClip } from '#web/ui/media.tsx';
import { cssRatio, isWide } from '#web/ui/ratio.ts';
import { VideoDialog } from '#web/ui/video-dialog.tsx';
import { CropAgain } from './crop-again.tsx';
import type { ShownVideo } from './run.ts';

type Props = { item: ShownVideo; changed: boolean; onStale: () => void };

/** A delivered video: still on the card, moving while it is pointed at, large and with controls on a press. */
export function FinishedVideo({ item, changed, onStale }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { peeking, setPeeking, rest, over } = usePeek();
  const label = t('video.result.label', { title: item.title });

  return (
    <div className="min-w-0">
      <HoverCard.Root open={peeking && !open} onOpenChange={setPeeking}>
        <div className="relative">
          {/* Says where the preview goes. The button opens it itself: this trigger would on focus too, and stop touches. */}
          <HoverCard.Trigger asChild>
            <span aria-hidden className="pointer-events-none absolute inset-0" />
          </HoverCard.Trigger>
          <button
            type="button"
            aria-label={t('video.result.enlarge', { title: item.title })}
            {...over}
            onClick={() => {
              rest();
              setOpen(true);
            }}
            className="group relative block aspect-4/5 w-full overflow-hidden rounded-md bg-sand"
          >
            {/* Still here, moving in the preview: a hundred clips that play at once would help nobody. */}
            <video
              src={item.videoUrl}
              poster={item.posterUrl}
              aria-label={label}
              muted
              playsInline
              preload="metadata"
              onError={onStale}
              className="size-full object-contain"
            />
            <span className="absolute end-1.5 top-1.5 grid size-8 place-items-center rounded-full bg-media/75 text-on-media opacity-80 transition-opacity group-hover:opacity-100">
              <Maximize2 aria-hidden className="size-4" />
            </span>
          </button>
          <span
            aria-hidden
            className="pointer-events-none absolute start-1.5 bottom-1.5 flex items-center gap-1 rounded-full bg-media/75 px-2 py-1 text-xs text-on-media"
          >
            <Play className="size-3 fill-current" />
            <span className="money">{elapsedTime(videoDefaults.durationSeconds * 1_000)}</span>
          </span>
        </div>
        <HoverCard.Portal>
          <HoverCard.Content
            side="left"
            sideOffset={12}
            collisionPadding={12}
            className={`z-30 hidden animate-rise overflow-hidden rounded-lg bg-media shadow-float sm:block ${isWide(item.aspectRatio) ? 'w-112' : 'h-120 max-h-[70vh]'}`}
            style={{ aspectRatio: cssRatio(item.aspectRatio) }}
          >
            {item.videoUrl && <LoopingClip src={item.videoUrl} poster={item.posterUrl} label={label} className="size-full" />}
          </HoverCard.Content>
        </HoverCard.Portal>
      </HoverCard.Root>
      <div className="mt-1.5 flex items-center justify-between gap-2 text-xs">
        {isLate(item) ? (
          <span className="font-semibold text-success">{t('batch.result.late')}</span>
        ) : (
          <span className="money text-muted">{t('batch.result.charged', { amount: wireDollars(item.charged) })}</span>
        )}
        {item.downloadUrl && (
          <a
            href={item.downloadUrl}
            download={fileNameOf('video', item)}
            aria-label={t('video.result.download', { title: item.title })}
            className="-my-1 grid size-8 shrink-0 place-items-center rounded-md text-accent-text hover:bg-sand"
          >
            <Download aria-hidden className="size-4" />
          </a>
        )}
      </div>
      {item.cropFallback && <CropAgain item={item} />}
      {changed && <p className="text-xs text-brass">{t('video.result.changed')}</p>}
      <VideoDialog
        open={open}
        onClose={() => {
          rest();
          setOpen(false);
        }}
        title={item.title}
        src={item.videoUrl}
        poster={item.posterUrl}
        label={label}
        ratio={item.aspectRatio}
        downloadUrl={item.downloadUrl}
        onError={onStale}
      />
    </div>
  );
}
