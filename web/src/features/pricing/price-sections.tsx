import { useTranslation } from 'react-i18next';
import { imageModels, type VideoModel, videoModels } from '#shared/catalogue.ts';
import { pricePerSecond, videoPrice } from '#shared/credits/video-price.ts';
import { apiModes, photoEditPrices } from '#shared/photo-edit/prices.ts';
import { videoDefaults } from '#shared/video/defaults.ts';
import { dollars } from '#web/lib/money.ts';
import { PriceCell, PriceTable, RowName, Section } from './price-table.tsx';
import { pipelinePrice } from './what-credits-buy.ts';

export function VideoPrices() {
  const { t } = useTranslation();
  return (
    <Section id="videos" title={t('pricing.video_title')} text={t('pricing.video_text', { seconds: videoDefaults.durationSeconds })}>
      <PriceTable caption={t('pricing.video_caption')} heads={[t('pricing.model'), t('pricing.audio_off'), t('pricing.audio_on')]}>
        {videoModels
          .filter(({ isEnabled }) => isEnabled)
          .map((model) => (
            <VideoRow key={model.id} model={model} />
          ))}
      </PriceTable>
    </Section>
  );
}

function VideoRow({ model }: { model: VideoModel }) {
  const { t } = useTranslation();
  const { displayName, specs, isRecommended } = model;
  const cell = (audioEnabled: boolean) => (
    <PriceCell
      price={dollars(pricePerSecond(model, audioEnabled))}
      unit={t('pricing.per_second')}
      note={t('pricing.per_video', { price: dollars(videoPrice(model, specs.durationSeconds, audioEnabled)) })}
    />
  );
  const name = (
    <>
      {displayName}{' '}
      {isRecommended && (
        <span className="ms-1 rounded-sm bg-accent-soft px-1.5 py-0.5 text-sm text-accent-text max-sm:ms-0 max-sm:block max-sm:w-fit">
          {t('pricing.recommended')}
        </span>
      )}
    </>
  );
  const shapes = specs.anyRatio ? t('pricing.any_shape') : t('pricing.only_shapes');
  return (
    <tr className="border-t border-line">
      <RowName
        name={name}
        note={t('pricing.specs', { seconds: specs.durationSeconds, resolution: specs.supportedResolutions.at(-1), shapes })}
      />
      {cell(false)}
      {cell(true)}
    </tr>
  );
}

export function ImagePrices() {
  const { t } = useTranslation();
  return (
    <Section id="images" title={t('pricing.image_title')} text={t('pricing.image_text')}>
      <PriceTable caption={t('pricing.image_caption')} heads={[t('pricing.model'), t('pricing.price')]}>
        {imageModels.map(({ id, displayName, price, aspectRatios }) => (
          <tr key={id} className="border-t border-line">
            <RowName name={displayName} note={aspectRatios.join(', ')} />
            <PriceCell price={dollars(price)} unit={t('pricing.per_image')} />
          </tr>
        ))}
      </PriceTable>
    </Section>
  );
}

export function PhotoEditPrices() {
  const { t } = useTranslation();
  return (
    <Section id="photo-edit" title={t('nav.photo_edit')} text={t('pricing.edit_text')}>
      <PriceTable caption={t('pricing.edit_caption')} heads={[t('pricing.edit_kind'), t('pricing.price')]}>
        {apiModes.map((mode) => (
          <tr key={mode} className="border-t border-line">
            <RowName name={t(`photo_edit.mode.${mode}`)} note={t(`pricing.edit.${mode}`)} />
            <PriceCell price={dollars(photoEditPrices[mode])} unit={t('pricing.per_photo')} />
          </tr>
        ))}
      </PriceTable>
    </Section>
  );
}

export function BeforeAfterPrices() {
  const { t } = useTranslation();
  const { perImage, imagesMax } = pipelinePrice;
  return (
    <Section id="before-after" title={t('nav.before_after')} text={t('pricing.run_text', { images: imagesMax })}>
      <PriceTable caption={t('pricing.run_caption')} heads={[t('pricing.buys_kind'), t('pricing.price')]}>
        <tr className="border-t border-line">
          <RowName name={t('pricing.run_image')} note={t('pricing.run_image_note')} />
          <PriceCell
            price={dollars(perImage)}
            unit={t('pricing.per_image')}
            note={t('pricing.run_max', { price: dollars(perImage * imagesMax) })}
          />
        </tr>
      </PriceTable>
    </Section>
  );
}
