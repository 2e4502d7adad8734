import { useTranslation } from 'react-i18next';
import { sidesOf } from '#shared/video/ratio.ts';
import { photoNote } from '#web/features/batch/cards/run.ts';
import { UploadNote } from '#web/features/batch/view/upload-note.tsx';
import type { Photo } from '#web/features/upload/photo.ts';
import { useFileDrops } from '#web/features/upload/use-file-drops.ts';
import { Progress } from '#web/ui/progress.tsx';
import { cardOfSingle } from '../single.ts';
import { singleVideo } from '../single-tool.ts';
import { FrameNotes } from './frame-notes.tsx';
import { PhotoActions } from './photo-actions.tsx';
import { PhotoFrame } from './photo-frame.tsx';
import { PhotoProblem } from './photo-problem.tsx';
import { SettingFields } from './setting-fields.tsx';
import { useSingle } from './use-single.ts';

/** Maximum width divided by height of a frame that is beside its settings. A wider frame is above its settings. */
const tallRatioMax = 1;
const widthByHeight = (ratio: string): number => {
  const { width, height } = sidesOf(ratio);
  return width / height;
};

/** The photo in the frame of the video that will be made, beside the settings that change the frame. */
export function ChosenPhoto() {
  const { t } = useTranslation();
  const card = useSingle(({ draft }) => cardOfSingle(draft));
  // The browser would replace the page by a file that is dropped beside the fields.
  useFileDrops(undefined);
  if (!card.photo) return null;
  const isTall = widthByHeight(card.aspectRatio) <= tallRatioMax;
  return (
    <div
      className={`grid flex-1 grid-cols-[minmax(0,9fr)_minmax(0,11fr)] gap-x-4 gap-y-3 low:gap-y-2 ${isTall ? '@min-[26rem]:grid-rows-[auto_auto_1fr] @min-[31rem]:grid-cols-2' : '@min-[26rem]:grid-rows-[1fr_auto]'}`}
    >
      <figure
        aria-label={t('video.frame.title', { ratio: card.aspectRatio })}
        className={`grid overflow-hidden rounded-md bg-wall p-3 ${isTall ? '@min-[26rem]:row-span-3' : 'col-span-2'}`}
      >
        <div
          className={`grid min-h-58 place-items-center [container-type:size] ${isTall ? '' : '@min-[26rem]:min-h-80 lg:@min-[26rem]:min-h-26'}`}
        >
          <PhotoFrame card={card} alt={t('batch.photo_alt', { title: card.photo.title })} className="pane shadow-window" />
        </div>
      </figure>
      <div className={`flex min-w-0 flex-col gap-3 low:gap-2 ${isTall ? '@min-[26rem]:contents' : '@max-[26rem]:col-span-2'}`}>
        <PhotoDetails photo={card.photo} />
        <div className="flex min-w-0 flex-1 flex-col justify-between gap-3 low:gap-2 @min-[26rem]:order-last">
          <div className="space-y-2">
            <FrameNotes card={card} />
            <PhotoProblem />
          </div>
          <PhotoActions />
        </div>
      </div>
      <SettingFields
        className={`grid-cols-2 ${isTall ? 'col-span-2 @min-[26rem]:col-span-1 @min-[26rem]:col-start-2' : '@max-[26rem]:col-span-2'}`}
      />
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
      {upload?.status === 'sending' && (
        <Progress label={t('upload.progress', { title: photo.title })} value={Math.round(upload.share * 100)} max={100} className="mt-2" />
      )}
      <UploadNote upload={upload} onUpload={() => singleVideo.upload(photo)} />
    </div>
  );
}

const megabytes = (bytes: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    Math.max(0.1, bytes / 1024 ** 2),
  );
