import { useTranslation } from 'react-i18next';
import { photoNote } from '#web/features/batch/cards/run.ts';
import { isLocked } from '#web/features/batch/store/core.ts';
import { UploadNote } from '#web/features/batch/view/upload-note.tsx';
import { RatioCards } from '#web/features/ratio/ratio-cards.tsx';
import type { Photo } from '#web/features/upload/photo.ts';
import { uploadText } from '#web/features/upload/upload-text.ts';
import { useFileDrops } from '#web/features/upload/use-file-drops.ts';
import { PhotoFrame } from '../photo-frame.tsx';
import { cardOfSingle } from '../single.ts';
import { chooseModel, editCard } from '../single-actions.ts';
import { singleVideo } from '../single-tool.ts';
import { FrameNote } from './frame-notes.tsx';
import { PhotoActions } from './photo-actions.tsx';
import { PhotoProblem } from './photo-problem.tsx';
import { useSingle } from './use-single.ts';

/** A small preview of the photo in the shape of the video. It stays at its position during a run, so that no field of the form moves. */
export function ChosenPhoto() {
  const { t } = useTranslation();
  const card = useSingle(({ draft }) => cardOfSingle(draft));
  const disabled = useSingle(isLocked);
  // Without this hook, the browser would replace the page with a file that is dropped beside the fields.
  useFileDrops(undefined);
  if (!card.photo) return null;
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] grid-rows-[1fr_auto] gap-x-4 gap-y-1 @min-[27rem]:grid-cols-[10.625rem_minmax(0,1fr)]">
      <figure
        aria-label={t('video.frame.title', { ratio: card.aspectRatio })}
        className="grid min-h-40 overflow-hidden rounded-md bg-wall p-2 max-tablet:max-h-52 low:min-h-36 @min-[27rem]:row-span-2"
      >
        <div className="grid place-items-center [container-type:size]">
          <PhotoFrame
            card={card}
            src={card.photo.src}
            alt={t('batch.photo_alt', { title: card.photo.title })}
            className="pane shadow-card"
          />
        </div>
      </figure>
      <div className="row-span-2 flex min-w-0 flex-col gap-2 low:gap-1 @min-[27rem]:row-span-1">
        <PhotoDetails photo={card.photo} />
        <RatioCards
          value={card.aspectRatio}
          onChange={(aspectRatio) => editCard({ aspectRatio })}
          model={card.model}
          onModel={chooseModel}
          photo={card.photo}
          disabled={disabled}
        />
        <FrameNote card={card} />
        <PhotoProblem />
      </div>
      {/* In a narrow form, the photo is lower than the fields beside it, so its buttons are below it. */}
      <div className="col-start-1 row-start-2 @min-[27rem]:col-start-2">
        <PhotoActions />
      </div>
    </div>
  );
}

function PhotoDetails({ photo }: { photo: Photo }) {
  const { t, i18n } = useTranslation();
  const upload = useSingle(({ uploads }) => uploads.get(photo.id));
  const note = photoNote(photo, undefined);
  return (
    <div className="min-w-0">
      <p className="line-clamp-2 font-semibold wrap-anywhere">{photo.title}</p>
      {/* During the upload, its progress replaces the size, so that the fields do not move. */}
      <p className="money truncate text-sm text-muted">
        {upload?.status === 'sending'
          ? uploadText(upload, t, i18n.language)
          : photo.width > 0 && `${photo.width} × ${photo.height} · ${megabytes(photo.fileSize, i18n.language)}`}
      </p>
      {note && <p className="mt-1 text-sm text-brass">{t(`batch.note.${note}`)}</p>}
      <UploadNote upload={upload} onUpload={() => singleVideo.upload(photo)} />
    </div>
  );
}

const megabytes = (bytes: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    Math.max(0.1, bytes / 1024 ** 2),
  );
