import { ImagePlus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileInput } from '#web/features/upload/file-input.tsx';
import type { Photo } from '#web/features/upload/photo.ts';
import { PlacedPhoto } from '#web/features/upload/placed-photo.tsx';
import type { UploadState } from '#web/features/upload/upload-queue.ts';
import { acceptedPictures, type PictureProblem, type Slot } from './take-picture.ts';
import { UploadNote } from './upload-note.tsx';

type Props = {
  slot: Slot;
  picture: Photo | undefined;
  upload: UploadState | undefined;
  problem: PictureProblem | undefined;
  disabled: boolean;
  onFile: (file: File) => void;
  onRemove: () => void;
  onUpload: (picture: Photo) => void;
};

/** One of the three pictures, or the place where it goes: by picker or drop (P1, K8). */
export function PictureSlot({ slot, picture, upload, problem, disabled, onFile, onRemove, onUpload }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const id = useId();
  const name = t(`pipeline.slot.${slot}`);
  const take = ([file]: Iterable<File>) => {
    if (file && !disabled) onFile(file);
  };

  return (
    <section
      aria-labelledby={id}
      tabIndex={-1}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      className="min-w-0 outline-none"
    >
      <h3 id={id} className="text-sm font-semibold">
        {name}
      </h3>
      <p id={`${id}-hint`} className="mb-2 text-xs text-muted sm:min-h-[2.9em]">
        {t(`pipeline.slot_hint.${slot}`)}
      </p>
      <div className="relative aspect-square overflow-hidden rounded-md bg-sand">
        {picture ? (
          <PlacedPhoto
            photo={picture}
            alt={t('pipeline.picture_alt', { slot: name, title: picture.title })}
            fit="object-contain"
            upload={upload}
            disabled={disabled}
            removeLabel={t('pipeline.remove_picture', { slot: name })}
            onRemove={onRemove}
          />
        ) : (
          <button
            type="button"
            disabled={disabled}
            id={`${id}-choose`}
            aria-labelledby={`${id} ${id}-choose`}
            aria-describedby={`${id}-hint`}
            onClick={() => input.current?.click()}
            className={`flex size-full flex-col items-center justify-center gap-2 rounded-md border-2 border-dashed p-2 text-center text-sm transition-colors enabled:hover:border-accent-text enabled:hover:text-ink ${over ? 'border-accent-text bg-accent-soft text-ink' : 'border-line-strong/60 text-muted'}`}
          >
            <ImagePlus aria-hidden className="size-7" />
            {t('pipeline.choose_short')}
            <span className="text-xs max-sm:hidden">{t('pipeline.formats')}</span>
          </button>
        )}
      </div>
      <FileInput
        ref={input}
        label={t('pipeline.picture_input', { slot: name })}
        accept={acceptedPictures}
        disabled={disabled}
        onFiles={take}
      />
      {picture && (
        <p className="mt-1.5 truncate text-xs text-muted" title={picture.title}>
          {picture.title}
        </p>
      )}
      {picture && <UploadNote upload={upload} slot={slot} onUpload={() => onUpload(picture)} />}
      {problem && (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          {problem === 'ImageUnreadable' || problem === 'ImageDimensions' ? t(`pipeline.problem.${problem}`) : t(`errors.${problem}`)}
        </p>
      )}
    </section>
  );
}
