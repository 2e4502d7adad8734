import { ImagePlus, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoNote } from '#shared/upload/image-file.ts';
import { acceptedTypes } from '#web/features/upload/check-file.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import type { UploadState } from '#web/features/upload/upload-queue.ts';
import { Progress } from '#web/ui/progress.tsx';
import { UploadNote } from './upload-note.tsx';

type Props = {
  /** Which card this is, from 1. */
  number: number;
  photo: Photo | undefined;
  /** A fresher address of the photo than the card's own. */
  src: string | undefined;
  /** What of the photo is used, where it is not all. */
  note: PhotoNote | undefined;
  upload: UploadState | undefined;
  problem: string | undefined;
  disabled: boolean;
  onFile: (file: File) => void;
  onRemove: () => void;
  /** Sends a photo once more whose upload failed. */
  onUpload: (photo: Photo) => void;
  onStale: () => void;
};

const megapixels = ({ width, height }: Photo) => (width > 0 ? `${width} × ${height}` : '');

/** A card's photo, or the place where one goes: by picker or drop. */
export function PhotoSlot({ number, photo, note, src, upload, problem, disabled, onFile, onRemove, onUpload, onStale }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const name = t('batch.card', { number });
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !disabled) onFile(file);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is the mouse's way to what the button does.
    <div className="min-w-0" onDragOver={(event) => event.preventDefault()} onDrop={(event) => take(event.dataTransfer.files)}>
      <div className="relative aspect-4/5 overflow-hidden rounded-md bg-sand">
        {photo ? (
          <>
            <img
              src={src ?? photo.src}
              alt={t('batch.photo_alt', { title: photo.title })}
              onError={onStale}
              loading="lazy"
              decoding="async"
              className="size-full object-cover"
            />
            {upload?.status === 'sending' && (
              <div className="absolute inset-x-2 bottom-2">
                <Progress label={t('upload.progress', { title: photo.title })} value={Math.round(upload.share * 100)} max={100} />
              </div>
            )}
            {!disabled && (
              <button
                type="button"
                aria-label={t('batch.remove_photo', { card: name })}
                onClick={onRemove}
                className="absolute end-1.5 top-1.5 grid size-8 place-items-center rounded-full bg-media/75 text-on-media transition-colors hover:bg-media"
              >
                <X aria-hidden className="size-4" />
              </button>
            )}
          </>
        ) : (
          <button
            type="button"
            disabled={disabled}
            aria-label={t('batch.add_photo', { card: name })}
            onClick={() => input.current?.click()}
            className="flex size-full flex-col items-center justify-center gap-1.5 rounded-md border-2 border-dashed border-line-strong/60 text-xs text-muted transition-colors enabled:hover:border-accent-text enabled:hover:text-ink"
          >
            <ImagePlus aria-hidden className="size-6" />
            {t('batch.add_photo_short')}
          </button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={acceptedTypes}
        disabled={disabled}
        tabIndex={-1}
        aria-label={t('batch.photo_input', { card: name })}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      {photo && (
        <p className="mt-1.5 truncate text-xs text-muted" title={photo.title}>
          {photo.title}
          {megapixels(photo) && <span className="money block">{megapixels(photo)}</span>}
        </p>
      )}
      {note && <p className="mt-1 text-xs text-brass">{t(`batch.note.${note}`)}</p>}
      {photo && <UploadNote upload={upload} onUpload={() => onUpload(photo)} />}
      {problem && (
        <p role="alert" className="mt-1 text-xs text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
