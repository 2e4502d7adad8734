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
import { editCard } from '../single-actions.ts';
import { singleVideo } from '../single-tool.ts';
import { FrameNotes } from './frame-notes.tsx';
import { PhotoActions } from './photo-actions.tsx';
import { PhotoProblem } from './photo-problem.tsx';
import { isPhotoOnStage } from './selectors.ts';
import { useSingle, useSingleView } from './use-single.ts';

/** A small preview of the photo in the shape of the video. Before the first video, the large display area shows the same preview. */
export function ChosenPhoto() {
  const { t } = useTranslation();
  const card = useSingle(({ draft }) => cardOfSingle(draft));
  const disabled = useSingle(isLocked);
  // In wide windows, the large display area already shows the same picture.
  const chosenId = useSingleView((view) => view.shownId);
  const isOnStage = useSingle(({ draft, sending }) => draft.tab === 'results' && isPhotoOnStage(draft, { sending, chosenId }));
  // Without this handler, the browser would open a file that is dropped beside the fields, and the page would disappear.
  useFileDrops(undefined);
  if (!card.photo) return null;
  return (
    <div
      className={`grid gap-x-4 ${isOnStage ? 'max-lg:grid-cols-[6.5rem_minmax(0,1fr)]' : 'grid-cols-[6.5rem_minmax(0,1fr)] @min-[31rem]:grid-cols-[11rem_minmax(0,1fr)]'}`}
    >
      <figure
        aria-label={t('video.frame.title', { ratio: card.aspectRatio })}
        className={`grid min-h-40 overflow-hidden rounded-md bg-wall p-2 low:min-h-36 ${isOnStage ? 'lg:hidden' : ''}`}
      >
        <div className="grid place-items-center [container-type:size]">
          <PhotoFrame
            card={card}
            src={card.photo.src}
            alt={isOnStage ? '' : t('batch.photo_alt', { title: card.photo.title })}
            className="pane shadow-card"
          />
        </div>
      </figure>
      <div className="flex min-w-0 flex-col gap-2 low:gap-1.5">
        <PhotoDetails photo={card.photo} />
        <RatioCards
          value={card.aspectRatio}
          onChange={(aspectRatio) => editCard({ aspectRatio })}
          model={card.model}
          photo={card.photo}
          disabled={disabled}
        />
        <FrameNotes card={card} />
        <PhotoProblem />
        <div className="mt-auto">
          <PhotoActions />
        </div>
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
      {photo.width > 0 && (
        <p className="money text-sm text-muted">
          {photo.width} × {photo.height} · {megabytes(photo.fileSize, i18n.language)}
        </p>
      )}
      {note && <p className="mt-1 text-sm text-brass">{t(`batch.note.${note}`)}</p>}
      {upload?.status === 'sending' && <p className="money text-sm text-muted">{uploadText(upload, t, i18n.language)}</p>}
      <UploadNote upload={upload} onUpload={() => singleVideo.upload(photo)} />
    </div>
  );
}

const megabytes = (bytes: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    Math.max(0.1, bytes / 1024 ** 2),
  );
