import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { photoNote } from '#web/features/batch/run.ts';
import { UploadNote } from '#web/features/batch/upload-note.tsx';
import { DropZone, useHarmlessDrops } from '#web/features/upload/drop-zone.tsx';
import type { Photo } from '#web/features/upload/photo.ts';
import type { UploadState } from '#web/features/upload/upload-queue.ts';
import { Button } from '#web/ui/button.tsx';
import { handFocusOn } from '#web/ui/hand-focus-on.ts';
import { Progress } from '#web/ui/progress.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';

type Props = {
  photo: Photo | undefined;
  upload: UploadState | undefined;
  problem: string | undefined;
  /** Nothing can be changed now: a video is being made, or the page is still being read. */
  locked: boolean;
  running: boolean;
  onFile: (file: File) => void;
  onRemove: () => void;
  onUpload: (photo: Photo) => void;
};

/** The place of the one image: the first file is taken, and no other while it is there (H4, K7). */
export function SinglePhoto({ photo, upload, problem, locked, running, onFile, onRemove, onUpload }: Props) {
  useHarmlessDrops();
  return (
    <div tabIndex={-1}>
      {photo ? (
        <Chosen {...{ photo, upload, locked, running, onRemove, onUpload }} />
      ) : (
        <DropZone one onFiles={({ files: [file] }) => file && onFile(file)} disabled={locked} checking={undefined} />
      )}
      {problem && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

type ChosenProps = Pick<Props, 'upload' | 'locked' | 'running' | 'onRemove' | 'onUpload'> & { photo: Photo };

function Chosen({ photo, upload, locked, running, onRemove, onUpload }: ChosenProps) {
  const { t } = useTranslation();
  const note = photoNote(photo, undefined);
  return (
    <div className="flex gap-4 rounded-lg border border-line bg-paper p-3">
      <div className="relative aspect-4/5 w-20 shrink-0 xs:w-28 overflow-hidden rounded-md bg-sand">
        <img src={photo.src} alt={t('batch.photo_alt', { title: photo.title })} className="size-full object-cover" />
        {upload?.status === 'sending' && (
          <div className="absolute inset-x-2 bottom-2">
            <Progress label={t('upload.progress', { title: photo.title })} value={Math.round(upload.share * 100)} max={100} />
          </div>
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col items-start">
        <p className="text-sm font-semibold wrap-anywhere">{photo.title}</p>
        {photo.width > 0 && (
          <p className="money text-xs text-muted">
            {photo.width} × {photo.height}
          </p>
        )}
        {note && <p className="mt-1 text-xs text-brass">{t(`batch.note.${note}`)}</p>}
        <UploadNote upload={upload} onUpload={() => onUpload(photo)} />
        <div className="mt-auto pt-3">
          <Tooltip text={running ? t('video.locked_remove') : undefined}>
            <Button
              ref={handFocusOn}
              size="small"
              aria-label={t('single.remove_photo')}
              aria-disabled={locked}
              onClick={() => !locked && onRemove()}
            >
              <X aria-hidden className="size-4" />
              {t('single.remove')}
            </Button>
          </Tooltip>
        </div>
      </div>
    </div>
  );
}
