import { WandSparkles, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isErrorCode } from '#shared/errors.ts';
import { photoEditPrices } from '#shared/photo-edit/prices.ts';
import { outputPixelsMax } from '#shared/photo-edit/settings.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { UploadChip } from '#web/features/upload/upload-chip.tsx';
import type { UploadState } from '#web/features/upload/upload-queue.ts';
import { uploadText } from '#web/features/upload/upload-text.ts';
import { dollars } from '#web/lib/money.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonPrice } from '#web/ui/button.tsx';
import { FileName } from '#web/ui/file-name.tsx';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailureText } from '../failure-text.tsx';
import type { EditPhoto } from '../store/draft.ts';
import { editPhotos } from '../store/photo-edit-tool.ts';
import { removePhoto } from '../store/photos.ts';
import { renewLinks } from '../store/runs.ts';
import { isLocked, type PhotoStatus, stateKeys } from '../store/selectors.ts';
import { captionNameClass, StageCaption, StageFrame, stageButtonClass } from './stage-frame.tsx';
import { useEdit, useParsedChoices } from './use-edit.ts';

/** The photo before its edit, and while it is edited. */
export function StagePhoto({ card: { id, photo }, status }: { card: EditPhoto; status: PhotoStatus }) {
  const { t } = useTranslation();
  const upload = useEdit(({ uploads }) => uploads.get(photo.id));
  const item = useEdit(({ items }) => items.get(id));
  const isBusy = status === 'sending' || status === 'queued' || status === 'working';
  const hasFailed = status === 'failed';
  const [measuredSize, setMeasuredSize] = useState({ width: photo.width, height: photo.height });
  const { width, height } = photo.width > 0 ? photo : measuredSize;
  return (
    <>
      <StageFrame width={width} height={height}>
        <img
          src={photo.file ? photo.src : (item?.photoUrl ?? photo.src)}
          alt={t('batch.photo_alt', { title: photo.title })}
          style={{ aspectRatio: `${width || 1} / ${height || 1}` }}
          onLoad={({ currentTarget }) => setMeasuredSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
          onError={() => item && renewLinks(item.batchId)}
          className={`w-full object-contain ${isBusy ? 'opacity-60 motion-safe:animate-breathe' : hasFailed ? 'opacity-40' : ''}`}
        />
        {!item && <UploadChip upload={upload} title={photo.title} />}
        {hasFailed && item?.error && (
          <Alert tone="danger" className="m-3 tablet:absolute tablet:inset-x-3 tablet:top-3 tablet:m-0">
            <FailureText code={isErrorCode(item.error.code) ? item.error.code : 'GenerationFailed'} />
          </Alert>
        )}
      </StageFrame>
      {isBusy ? (
        <Working photo={photo} upload={upload} status={status} />
      ) : (
        <Ready id={id} photo={{ ...photo, width, height }} status={status} upload={upload} />
      )}
    </>
  );
}

type ReadyProps = { id: string; photo: Photo; status: PhotoStatus; upload: UploadState | undefined };

function Ready({ id, photo, status, upload }: ReadyProps) {
  const { t } = useTranslation();
  const { settings, faults } = useParsedChoices();
  const locked = useEdit(isLocked);
  const isOne = useEdit(({ draft }) => draft.photos.length === 1);
  const mayEdit = !locked && faults.length === 0;
  return (
    <StageCaption
      facts={
        <>
          <FileName name={photo.title} className={captionNameClass} />
          {photo.width > 0 && (
            <span className="money">
              {photo.width} × {photo.height}
            </span>
          )}
          <UploadNote photo={photo} upload={upload} />
        </>
      }
    >
      {(!isOne || status === 'failed') && (
        <Button
          ref={passFocusToAncestor}
          kind="quiet"
          size="small"
          className={stageButtonClass}
          aria-disabled={!mayEdit}
          onClick={() => mayEdit && editPhotos([id])}
        >
          <WandSparkles aria-hidden className="size-4" />
          {status === 'failed' ? t('bench.retry') : t('photo_edit.try_this')}
          <ButtonPrice>{dollars(photoEditPrices[settings.apiMode])}</ButtonPrice>
        </Button>
      )}
      <Button
        ref={passFocusToAncestor}
        kind="quiet"
        size="small"
        className="text-on-bench-muted! hover:bg-on-media/12! hover:text-on-media!"
        aria-label={t('single.remove_photo')}
        onClick={() => removePhoto(id)}
      >
        <X aria-hidden className="size-4" />
        {t('single.remove')}
      </Button>
    </StageCaption>
  );
}

function UploadNote({ photo, upload }: { photo: Photo; upload: UploadState | undefined }) {
  const { t } = useTranslation();
  const notes = [
    upload?.status === 'stalled' && t('upload.stalled'),
    upload?.status === 'failed' && t('photo_edit.upload_failed'),
    photo.width * photo.height > outputPixelsMax && t('photo_edit.too_large', { megapixels: outputPixelsMax / 1_000_000 }),
  ].filter((note) => note !== false);
  return (
    <>
      {notes.map((note) => (
        <span key={note} className="text-brass-bright">
          {note}
        </span>
      ))}
    </>
  );
}

type WorkingProps = { photo: Photo; upload: UploadState | undefined; status: Exclude<PhotoStatus, 'new'> };

function Working({ photo, upload, status }: WorkingProps) {
  const { t, i18n } = useTranslation();
  const isUploading = useEdit(({ sending }) => sending?.phase === 'uploading');
  const text = (status === 'sending' && isUploading && uploadText(upload, t, i18n.language)) || t(stateKeys[status]);
  return (
    <StageCaption
      facts={
        <>
          <FileName name={photo.title} className={captionNameClass} />
          <span className="flex items-center gap-2 text-brass-bright">
            <Spinner className="size-4 text-brass-bright!" />
            {text}
          </span>
        </>
      }
    >
      {t('photo_edit.leave')}
    </StageCaption>
  );
}
