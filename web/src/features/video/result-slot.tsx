import { CircleAlert, Clapperboard, Clock, Download, Maximize2 } from 'lucide-react';
import { HoverCard } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type GenerationFailure, isErrorCode, tileOf, tileOfText } from '#shared/errors.ts';
import { videoFileName } from '#web/lib/download.ts';
import { wireDollars } from '#web/lib/money.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoopingClip } from '#web/ui/media.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { ShownItem } from './run.ts';

/** The class of message a failed item shows: by its code, or by its text where the code is none of ours (Q33). */
export const failureClass = (error: { code: string; message: string } | undefined): GenerationFailure =>
  isErrorCode(error?.code) ? tileOf(error.code) : tileOfText(error?.message ?? '');

type Props = { item: ShownItem | undefined; sending: boolean; changed: boolean; onStale: () => void };

const tile = 'flex aspect-4/5 flex-col items-center justify-center gap-2 rounded-md p-3 text-center text-sm';

/** What has become of a card (SPEC 2: placeholder, queued, generating, completed with an enlarged preview, failed with its error). */
export function ResultSlot({ item, sending, changed, onStale }: Props) {
  const { t } = useTranslation();

  if (sending)
    return (
      <div className={`${tile} bg-sand text-muted`}>
        <Spinner />
        {t('video.result.sending')}
      </div>
    );
  if (!item)
    return (
      <div className={`${tile} border border-line text-muted`}>
        <Clapperboard aria-hidden className="size-6" />
        {t('video.result.placeholder')}
      </div>
    );
  if (item.status === 'queued')
    return (
      <div className={`${tile} bg-sand text-ink`}>
        <Clock aria-hidden className="size-6 text-muted" />
        <span className="font-semibold">{t('video.result.queued')}</span>
        {item.queuePosition !== undefined && (
          <span className="money text-xs text-muted">{t('video.result.position', { position: item.queuePosition })}</span>
        )}
      </div>
    );
  if (item.status === 'generating')
    return (
      <div className={`${tile} relative overflow-hidden bg-media text-on-media`}>
        {item.photoUrl && (
          <img
            src={item.photoUrl}
            alt=""
            onError={onStale}
            className="absolute inset-0 size-full animate-breathe object-cover opacity-35"
          />
        )}
        <Spinner className="relative size-6 text-on-media" />
        <span className="relative font-semibold">{t('video.result.generating')}</span>
        <span className="relative text-xs">{t(`video.stage.${item.stage ?? 'submitting'}`)}</span>
      </div>
    );
  if (item.status === 'completed') return <FinishedVideo item={item} changed={changed} onStale={onStale} />;
  return (
    <div className={`${tile} bg-danger-soft text-ink`}>
      <CircleAlert aria-hidden className="size-6 text-danger" />
      <span className="font-semibold text-danger">{item.status === 'failed' ? t('video.result.failed') : t('video.result.cancelled')}</span>
      {item.status === 'failed' && <span className="text-xs">{t(`video_generator.errors.${failureClass(item.error)}`)}</span>}
      <span className="text-xs font-semibold text-success">{t('video.result.not_charged')}</span>
    </div>
  );
}

function FinishedVideo({ item, changed, onStale }: { item: ShownItem; changed: boolean; onStale: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [peeking, setPeeking] = useState(false);
  const label = t('video.result.video', { title: item.title });
  const wide = item.aspectRatio === '16:9';

  return (
    <div className="min-w-0">
      <HoverCard.Root openDelay={150} closeDelay={80} open={peeking && !open} onOpenChange={setPeeking}>
        <HoverCard.Trigger asChild>
          <button
            type="button"
            aria-label={t('video.result.enlarge', { title: item.title })}
            onClick={() => {
              setPeeking(false);
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
        </HoverCard.Trigger>
        <HoverCard.Portal>
          <HoverCard.Content
            side="left"
            sideOffset={12}
            collisionPadding={12}
            className={`z-30 hidden animate-rise overflow-hidden rounded-lg bg-media shadow-float sm:block ${wide ? 'aspect-video w-112' : 'aspect-9/16 h-120 max-h-[70vh]'}`}
          >
            {item.videoUrl && <LoopingClip src={item.videoUrl} poster={item.posterUrl} label={label} className="size-full" />}
          </HoverCard.Content>
        </HoverCard.Portal>
      </HoverCard.Root>
      <div className="mt-1.5 flex items-center justify-between gap-2 text-xs">
        <span className="money text-muted">{t('video.result.charged', { amount: wireDollars(item.charged) })}</span>
        {item.downloadUrl && (
          <a
            href={item.downloadUrl}
            download={videoFileName(item.title, Date.parse(item.completedAt ?? '') || 0)}
            aria-label={t('video.result.download', { title: item.title })}
            className="-my-1 grid size-8 shrink-0 place-items-center rounded-md text-accent-text hover:bg-sand"
          >
            <Download aria-hidden className="size-4" />
          </a>
        )}
      </div>
      {changed && <p className="text-xs text-brass">{t('video.result.changed')}</p>}
      <Dialog open={open} onClose={() => setOpen(false)} title={item.title} wide={wide}>
        {/* biome-ignore lint/a11y/useMediaCaption: the clips carry no speech. */}
        <video
          src={item.videoUrl}
          poster={item.posterUrl}
          aria-label={label}
          controls
          autoPlay
          loop
          playsInline
          onError={onStale}
          className={`mx-auto max-h-[60dvh] rounded-md bg-media ${wide ? 'aspect-video w-full' : 'aspect-9/16'}`}
        />
        {item.downloadUrl && (
          <p className="mt-4 text-center">
            <a href={item.downloadUrl} download className={buttonClass('primary')}>
              <Download aria-hidden className="size-4" />
              {t('video.result.download_short')}
            </a>
          </p>
        )}
      </Dialog>
    </div>
  );
}
