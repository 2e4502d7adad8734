import { useTranslation } from 'react-i18next';
import { DropZone } from '#web/features/upload/drop-zone.tsx';
import { PhotoFill } from '#web/ui/photo-fill.tsx';
import { sampleOf, samplePhoto, similarPresetOf } from '../presets.ts';
import { addFiles } from '../store/photos.ts';
import { selectedOf } from '../store/selectors.ts';
import { PhotoStage } from './photo-stage.tsx';
import { PhotoStrip } from './photo-strip.tsx';
import { useEdit } from './use-edit.ts';

const stageClass = 'bg-media bg-[radial-gradient(70%_60%_at_50%_40%,#3a2a22,transparent)] text-on-media';

/** Shows the selected photo and the strip of all photos. If there are no photos, shows an area to add photos. */
export function PhotoPane() {
  const { t } = useTranslation();
  const restored = useEdit((state) => state.restored);
  const count = useEdit(({ draft }) => draft.photos.length);
  const problem = useEdit((state) => state.problem);
  return (
    <section
      id="photo-pane"
      aria-label={t('photo_edit.preview')}
      aria-busy={!restored}
      tabIndex={-1}
      className="flex min-w-0 scroll-mt-20 flex-col outline-none"
    >
      {count > 0 ? (
        <div
          className={`on-dark relative isolate grid flex-1 grid-cols-[minmax(0,1fr)] overflow-hidden rounded-lg ${stageClass} max-tablet:-mx-4 max-tablet:rounded-none lg:min-h-stage ${count > 1 ? 'tablet:grid-cols-[minmax(0,1fr)_12rem]' : ''}`}
        >
          <StageFill />
          <PhotoStage />
          {count > 1 && <PhotoStrip />}
        </div>
      ) : (
        <EmptyPane disabled={!restored} />
      )}
      {problem && (
        <p role="alert" className="mt-2 text-danger">
          {problem}
        </p>
      )}
    </section>
  );
}

/** The blurred colours of the selected photo. They fill the part of the display area that the photo does not cover. */
function StageFill() {
  const src = useEdit((state) => {
    const card = selectedOf(state);
    return card && (card.photo.file ? card.photo.src : (state.items.get(card.id)?.photoUrl ?? card.photo.src));
  });
  return src !== undefined && <PhotoFill src={src} tone="stage" />;
}

function EmptyPane({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation();
  const checking = useEdit((state) => state.checking);
  const preset = useEdit(({ draft }) => similarPresetOf(draft.choices));
  const sample = sampleOf(preset);
  return (
    <div className="grid flex-1 gap-4 lg:min-h-stage lg:grid-rows-[auto_minmax(0,1fr)]">
      <DropZone onFiles={addFiles} disabled={disabled} checking={checking} />
      {sample && (
        <figure className={`on-dark grid content-center rounded-lg ${stageClass} p-4 text-center`}>
          <div className="mx-auto grid w-full max-w-[clamp(18rem,calc((100dvh-38rem)*2),42rem)] grid-cols-2 gap-3">
            <SamplePicture src={samplePhoto} label={t('compare.before')} loading="eager" />
            <SamplePicture src={sample} label={t('compare.after')} loading="lazy" />
          </div>
          <figcaption className="mt-3 text-sm text-on-bench-muted">
            <b className="font-semibold text-on-media">{t(`photo_edit.preset.${preset}.name`)}</b> · {t('photo_edit.on_sample')}
          </figcaption>
        </figure>
      )}
    </div>
  );
}

type SamplePictureProps = { src: string; label: string; loading: 'eager' | 'lazy' };

const SamplePicture = ({ src, label, loading }: SamplePictureProps) => (
  <div className="checkered relative aspect-square overflow-hidden rounded-md">
    <img loading={loading} src={src} alt={label} className="size-full object-cover" />
    <span aria-hidden className="absolute start-3 top-3 rounded-full bg-media/70 px-2.5 py-0.5 text-sm text-on-media">
      {label}
    </span>
  </div>
);
