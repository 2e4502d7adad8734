import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { animationStyles, promptLanguage } from '#shared/video/styles.ts';
import { photoFrom } from '#web/features/upload/photo.ts';
import { Button } from '#web/ui/button.tsx';
import { PriceTag } from '#web/ui/price-tag.tsx';
import { showToast } from '#web/ui/toast-store.ts';
import { isLocked } from '../store/core.ts';
import { useBench, useBenchState } from './bench-context.tsx';

const samples = animationStyles.slice(0, 4);

/** Pictures of what the tool makes, and sample products for sellers without photos at hand. A click fills in the samples, but orders nothing. */
export function SampleProducts() {
  const { t, i18n } = useTranslation();
  const { kind, tool, Examples } = useBench();
  const locked = useBenchState(isLocked);
  const [loading, setLoading] = useState(false);

  const addSamples = async () => {
    setLoading(true);
    try {
      for (const style of samples) {
        const blob = await (await fetch(style.imageExample)).blob();
        const photo = await photoFrom(new File([blob], `${t(style.nameKey)}.avif`, { type: 'image/avif' }));
        if ('reason' in photo) throw new Error(`A sample was refused: ${photo.reason}`);
        tool.addPhotos([photo]);
        const card = tool.store.getState().draft.cards.find((one) => one.photo?.id === photo.id);
        if (card && kind === 'video') tool.editCard(card.id, { prompt: style.prompt[promptLanguage(i18n.language)] });
      }
    } catch (error) {
      console.warn('the samples could not be loaded', error);
      showToast({ message: t('bench.samples_failed') });
    } finally {
      setLoading(false);
    }
  };

  return (
    <div className="flex flex-col justify-center gap-4 bg-wall p-5">
      {Examples ? (
        <Examples />
      ) : (
        <ul className="grid grid-cols-4 gap-2.5">
          {samples.map((style) => (
            <li key={style.id} className="overflow-hidden rounded-md shadow-card">
              <img
                src={style.thumbnail}
                alt={t(style.nameKey)}
                width={270}
                height={480}
                loading="lazy"
                className="aspect-9/16 w-full object-cover"
              />
            </li>
          ))}
        </ul>
      )}
      <Button disabled={locked || loading} aria-busy={loading} onClick={() => void addSamples()}>
        {t('bench.try_samples', { count: samples.length })}
      </Button>
      <p className="text-center text-sm text-balance text-muted">{t(`${kind}.samples_hint`)}</p>
      <p className="flex items-center justify-center gap-3 text-sm">
        <PriceTag>$5.00</PriceTag>
        <span className="text-balance">{t('bench.five_dollars')}</span>
      </p>
    </div>
  );
}
