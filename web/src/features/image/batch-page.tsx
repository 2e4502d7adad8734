import { useTranslation } from 'react-i18next';
import { paths } from '#web/app/paths.ts';
import { CardsSection } from '#web/features/batch/cards-section.tsx';
import { GeneratingBanner } from '#web/features/batch/generating-banner.tsx';
import { lacking } from '#web/features/batch/run.ts';
import { RunSection } from '#web/features/batch/run-section.tsx';
import { useBatchPage } from '#web/features/batch/use-batch-page.ts';
import { useModelChoice } from '#web/features/batch/use-model-choice.ts';
import { DropZone } from '#web/features/upload/drop-zone.tsx';
import { NotKept } from '#web/ui/not-kept.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { imageCards, imageShapes } from './cards.ts';
import { GlobalDefaults } from './global-defaults.tsx';
import { ImageCard } from './image-card.tsx';
import { ImageModel } from './image-model.tsx';
import { imageMaking } from './making.ts';

/** Batch Image to Image (SPEC 2; checklist J). */
export function BatchPage() {
  const { t } = useTranslation();
  const page = useBatchPage({ tool: 'batch-image', path: paths.batchImage, rules: imageCards, making: imageMaking });
  const { state, change, photos, locked } = page;
  const chooseModel = useModelChoice(state, change, imageShapes);
  const uploaded = state.cards.filter(({ photo }) => photo).length;

  return (
    <>
      <PageTitle page={t('image.title')} />
      <div className="mx-auto max-w-page px-4 pt-8 sm:px-6 lg:pt-12">
        <NotKept />
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
          <div className="max-w-2xl">
            <h1 className="text-2xl font-semibold">{t('image.title')}</h1>
            <p className="mt-2 text-muted">{t('image.tagline')}</p>
          </div>
          <ImageModel model={state.model} onChange={chooseModel} disabled={locked} />
        </div>

        <div className="mt-8 grid grid-cols-1 items-stretch gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
          <DropZone
            onFiles={photos.addFiles}
            disabled={locked}
            checking={photos.checking}
            note={uploaded > 0 ? t('image.uploaded', { count: uploaded }) : undefined}
          />
          <GlobalDefaults settings={state.defaults} model={state.model} change={change} onApply={page.applyToAll} disabled={locked} />
        </div>

        <CardsSection page={page} banner={page.running && <GeneratingBanner text={t('image.generating_banner')} />} heads={<Heads />}>
          {(standing) => <ImageCard key={standing.card.id} {...standing} {...page.cardActions} />}
        </CardsSection>
      </div>
      <RunSection page={page} missing={lacking(state.cards, false)} />
    </>
  );
}

/** What the columns are called, where the cards stand in some (J5). Each control in them has a label of its own. */
function Heads() {
  const { t } = useTranslation();
  return (
    <div
      aria-hidden
      className="mb-2 hidden grid-cols-[11rem_minmax(0,1fr)_9rem_11rem] gap-x-6 px-5 text-xs font-semibold text-muted lg:grid"
    >
      <span>{t('image.column.image')}</span>
      <span>{t('batch.prompt')}</span>
      <span>{t('batch.aspect_ratio')}</span>
      <span>{t('image.column.result')}</span>
    </div>
  );
}
