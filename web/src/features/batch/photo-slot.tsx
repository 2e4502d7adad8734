import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoNote } from '#shared/upload/image-file.ts';
import { FileInput } from '#web/features/upload/file-input.tsx';
import type { Photo } from '#web/features/upload/photo.ts';
import { PlacedPhoto } from '#web/features/upload/placed-photo.tsx';
import type { UploadState } from '#web/features/upload/upload-queue.ts';
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
  const take = ([file]: Iterable<File>) => {
    if (file && !disabled) onFile(file);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is the mouse's way to what the button does.
    <div className="min-w-0" onDragOver={(event) => event.preventDefault()} onDrop={(event) => take(event.dataTransfer.files)}>
      <div className="relative aspect-4/5 overflow-hidden rounded-md bg-sand">
        {photo ? (
          <PlacedPhoto
            photo={photo}
            alt={t('batch.photo_alt', { title: photo.title })}
            src={src}
            fit="object-cover"
            upload={upload}
            disabled={disabled}
            removeLabel={t('batch.remove_photo', { card: name })}
            onRemove={onRemove}
            onStale={onStale}
          />
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
      <FileInput ref={input} label={t('batch.photo_input', { card: name })} disabled={disabled} onFiles={take} />
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
