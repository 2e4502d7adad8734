import { useTranslation } from 'react-i18next';
import type { Photo } from '#web/features/upload/photo.ts';
import { FileName } from '#web/ui/file-name.tsx';
import type { Slot } from '../store/check-picture.ts';
import { usePipeline } from '../store/core.ts';
import { uploadPicture } from '../store/pictures.ts';

/** The lines below a picture: its name, the state of its upload, and the problem of the last refused file. */
export function SlotNotes({ slot, picture }: { slot: Slot; picture: Photo | undefined }) {
  const { t } = useTranslation();
  const problem = usePipeline(({ problems }) => problems[slot]);
  return (
    <>
      {/* Beside the other pictures, the empty line keeps all of them at the same height. On phones, it would only be a gap. */}
      <p className="money mt-1.5 flex min-h-[1.45em] text-sm text-muted max-tablet:empty:hidden">
        {picture && (
          <>
            <FileName name={picture.title} />
            <span className="shrink-0 whitespace-pre max-xs:hidden"> · {`${picture.width} × ${picture.height}`}</span>
          </>
        )}
      </p>
      {picture && <UploadNote slot={slot} picture={picture} />}
      {problem && (
        <p role="alert" className="mt-1.5 text-danger">
          {problem === 'ImageUnreadable' || problem === 'ImageDimensions' ? t(`pipeline.problem.${problem}`) : t(`errors.${problem}`)}
        </p>
      )}
    </>
  );
}

function UploadNote({ slot, picture }: { slot: Slot; picture: Photo }) {
  const { t } = useTranslation();
  const status = usePipeline(({ uploads }) => uploads.get(picture.id)?.status);
  if (status === 'stalled') return <p className="mt-1 text-sm text-brass">{t('upload.stalled')}</p>;
  if (status !== 'failed') return null;
  return (
    <div className="mt-1 text-sm text-danger">
      <p role="alert">{t(`pipeline.upload_failed.${slot}`)}</p>
      <button
        type="button"
        onClick={() => uploadPicture(picture)}
        className="min-h-9 font-semibold underline underline-offset-2 touch:min-h-11"
      >
        {t('common.try_again')}
      </button>
    </div>
  );
}
