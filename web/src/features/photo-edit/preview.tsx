import { CircleAlert, Download, ImagePlus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { outputPixelsMax } from '#shared/photo-edit/settings.ts';
import { DropZone, useHarmlessDrops } from '#web/features/upload/drop-zone.tsx';
import type { Photo } from '#web/features/upload/photo.ts';
import type { UploadState } from '#web/features/upload/upload-queue.ts';
import { wireDollars } from '#web/lib/money.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CompareSlider } from '#web/ui/compare-slider.tsx';
import { handFocusOn } from '#web/ui/hand-focus-on.ts';
import { Progress } from '#web/ui/progress.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailureText } from './failure-text.tsx';
import type { Job } from './get-photo-edit.ts';
import { usePicture } from './use-picture.ts';

type Done = Extract<Job, { status: 'done' }>;

type Props = {
  photo: Photo | undefined;
  upload: UploadState | undefined;
  job: Job | undefined;
  /** An order is on its way, or its edit under way. */
  busy: boolean;
  disabled: boolean;
  onPhoto: (photo: Photo | undefined) => void;
  onStartNew: () => void;
  /** A picture's address no longer leads to it. */
  onStale: () => boolean;
};

/** The photo on its way to what is made of it (checklist R1). */
export function Preview({ photo, upload, job, busy, disabled, onPhoto, onStartNew, onStale }: Props) {
  const { t } = useTranslation();
  const { take, problem } = usePicture(t('photo_edit.not_image'), onPhoto);
  useHarmlessDrops();
  return (
    <div tabIndex={-1}>
      <Announcement busy={busy} job={job} />
      {job?.status === 'done' && !busy ? (
        <Result key={job.jobId} job={job} onStartNew={onStartNew} onStale={onStale} />
      ) : busy ? (
        <UnderWay photo={photo} upload={upload} job={job} />
      ) : (
        <>
          {job?.status === 'failed' && <Failed job={job} />}
          {photo ? (
            <Chosen photo={photo} upload={upload} onRemove={() => onPhoto(undefined)} />
          ) : (
            <DropZone one onFiles={({ files: [file] }) => file && void take(file)} disabled={disabled} checking={undefined} />
          )}
        </>
      )}
      {problem && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Tells a screen reader how the edit goes. */
function Announcement({ busy, job }: { busy: boolean; job: Job | undefined }) {
  const { t } = useTranslation();
  const text = busy ? t('photo_edit.started') : job?.status === 'done' ? t('photo_edit.done') : '';
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

/** As high as fits beside the settings, whatever its shape. */
const Frame = ({ width, height, children }: { width: number; height: number; children: ReactNode }) => (
  <div className="mx-auto" style={{ maxWidth: `calc(68dvh * ${width / height})` }}>
    {children}
  </div>
);

function Picture({ photo: { src, title, width, height }, className = '' }: { photo: Photo; className?: string }) {
  const { t } = useTranslation();
  return (
    <Frame width={width} height={height}>
      <img
        src={src}
        alt={t('batch.photo_alt', { title })}
        style={{ aspectRatio: `${width} / ${height}` }}
        className={`w-full rounded-md bg-sand object-contain ${className}`}
      />
    </Frame>
  );
}

function Chosen({ photo, upload, onRemove }: { photo: Photo; upload: UploadState | undefined; onRemove: () => void }) {
  const { t } = useTranslation();
  const isLarge = photo.width * photo.height > outputPixelsMax;
  return (
    <figure>
      <Picture photo={photo} />
      <figcaption className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <p className="truncate text-sm font-semibold">{photo.title}</p>
          <p className="money text-xs text-muted">
            {photo.width} × {photo.height}
          </p>
        </div>
        <Button ref={handFocusOn} size="small" aria-label={t('single.remove_photo')} onClick={onRemove}>
          <X aria-hidden className="size-4" />
          {t('single.remove')}
        </Button>
      </figcaption>
      {upload?.status === 'sending' && (
        <Progress label={t('upload.progress', { title: photo.title })} value={Math.round(upload.share * 100)} max={100} className="mt-2" />
      )}
      {upload?.status === 'stalled' && <p className="mt-1 text-xs text-brass">{t('upload.stalled')}</p>}
      {upload?.status === 'failed' && <p className="mt-1 text-xs text-danger">{t('photo_edit.upload_failed')}</p>}
      {isLarge && <p className="mt-1 text-xs text-brass">{t('photo_edit.too_large', { megapixels: outputPixelsMax / 1_000_000 })}</p>}
    </figure>
  );
}

function UnderWay({ photo, upload, job }: Pick<Props, 'photo' | 'upload' | 'job'>) {
  const { t } = useTranslation();
  const sending = upload?.status === 'sending' ? upload.share : undefined;
  return (
    <div className="grid gap-4">
      {photo ? (
        <Picture photo={photo} className="motion-safe:animate-breathe" />
      ) : (
        <div className="h-72 animate-breathe rounded-md bg-sand" />
      )}
      <div className="flex items-start gap-3">
        <Spinner className="mt-0.5 size-5 shrink-0" />
        <div className="min-w-0 flex-1 text-sm">
          <p className="font-semibold">
            {sending !== undefined
              ? t('photo_edit.uploading')
              : upload?.status === 'stalled'
                ? t('upload.stalled')
                : job?.status === 'working'
                  ? t('photo_edit.working')
                  : t('photo_edit.queued')}
          </p>
          {sending !== undefined && (
            <Progress label={t('photo_edit.uploading')} value={Math.round(sending * 100)} max={100} className="my-2" />
          )}
          <p className="text-muted">{t('photo_edit.leave')}</p>
        </div>
      </div>
    </div>
  );
}

function Result({ job, onStartNew, onStale }: { job: Done; onStartNew: () => void; onStale: Props['onStale'] }) {
  const { t } = useTranslation();
  const [photoGone, setPhotoGone] = useState(false);
  const { width, height, imageUrl, photoUrl, ignoredSettings } = job;
  const after = { src: imageUrl, alt: t('photo_edit.after_alt'), onError: () => void onStale() };
  return (
    <>
      <Frame width={width} height={height}>
        {photoGone ? (
          <img src={imageUrl} alt={after.alt} onError={after.onError} className="checkered w-full rounded-md" />
        ) : (
          <CompareSlider
            before={{ src: photoUrl, alt: t('photo_edit.before_alt'), onError: () => !onStale() && setPhotoGone(true) }}
            after={after}
            size={job}
          />
        )}
      </Frame>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="money min-w-0 text-sm text-muted">
          {t('photo_edit.facts', { width, height, format: t(`photo_edit.format.${job.format}`), price: wireDollars(job.charged) })}
          {job.seed !== undefined && <span className="block text-xs">{t('photo_edit.made_with_seed', { seed: job.seed })}</span>}
        </p>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
          <Button kind="secondary" onClick={onStartNew}>
            <ImagePlus aria-hidden className="size-4" />
            {t('photo_edit.new_photo')}
          </Button>
          <a href={job.downloadUrl} download className={buttonClass('primary')}>
            <Download aria-hidden className="size-4" />
            {t('photo_edit.download')}
          </a>
        </div>
      </div>
      {ignoredSettings.length > 0 && (
        <div className="mt-4 rounded-md bg-brass-soft px-4 py-3 text-sm text-brass">
          <p>{t('photo_edit.ignored')}</p>
          <ul className="list-disc ps-5">
            {ignoredSettings.map((setting) => (
              <li key={setting}>{t(`photo_edit.setting.${setting}`)}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function Failed({ job: { error } }: { job: Extract<Job, { status: 'failed' }> }) {
  return (
    <div role="alert" className="mb-4 flex items-start gap-3 rounded-md border border-danger/40 bg-danger-soft px-4 py-3 text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <FailureText code={error.code} />
    </div>
  );
}
