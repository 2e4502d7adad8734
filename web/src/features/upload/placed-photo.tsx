import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { handFocusOn } from '#web/ui/hand-focus-on.ts';
import { Progress } from '#web/ui/progress.tsx';
import type { Photo } from './photo.ts';
import type { UploadState } from './upload-queue.ts';

type Props = {
  photo: Photo;
  alt: string;
  /** A fresher address than the photo's own. */
  src?: string | undefined;
  /** All of it is shown, or it fills its place. */
  fit: 'object-contain' | 'object-cover';
  upload: UploadState | undefined;
  disabled: boolean;
  removeLabel: string;
  onRemove: () => void;
  /** Its address was refused. */
  onStale?: () => void;
};

/** A photo in its place, how far its upload is, and the way to take it away. What stands around it is `relative`. */
export function PlacedPhoto({ photo, alt, src, fit, upload, disabled, removeLabel, onRemove, onStale }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <img src={src ?? photo.src} alt={alt} onError={onStale} loading="lazy" decoding="async" className={`size-full ${fit}`} />
      {upload?.status === 'sending' && (
        <div className="absolute inset-x-2 bottom-2">
          <Progress label={t('upload.progress', { title: photo.title })} value={Math.round(upload.share * 100)} max={100} />
        </div>
      )}
      {!disabled && (
        <button
          ref={handFocusOn}
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="absolute end-1.5 top-1.5 grid size-8 place-items-center rounded-full bg-media/75 text-on-media transition-colors hover:bg-media"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </>
  );
}
