import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { videoModel, videoModels } from '#shared/catalogue.ts';
import { isLocked } from '#web/features/batch/store/core.ts';
import { dollars } from '#web/lib/money.ts';
import { controlClass } from '#web/ui/input.tsx';
import { Options } from '#web/ui/select.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { chooseModel } from '../single-actions.ts';
import { useSingle } from './use-single.ts';

/** The model, and its price per second. */
export function SingleModel() {
  const { t } = useTranslation();
  const model = useSingle(({ draft }) => draft.model);
  const disabled = useSingle(isLocked);
  const pricing = videoModel(model)?.pricing;
  // On phones, only the name fits.
  const isPhone = useMediaQuery('(width < 44rem)');
  const showsResults = useSingle(({ draft }) => draft.tab === 'results');
  const options = videoModels
    .filter(({ isEnabled }) => isEnabled)
    .map(({ id, displayName: name, isRecommended }) => ({
      value: id,
      label: isRecommended && !isPhone ? t('video.model_recommended', { name }) : name,
    }));
  const choose = (value: string) => {
    const chosen = options.find((option) => option.value === value);
    if (chosen) chooseModel(chosen.value);
  };
  return (
    <>
      <div className="relative w-54 min-w-0 max-tablet:flex-1">
        <select
          aria-label={t('batch.model')}
          value={model}
          disabled={disabled}
          onChange={(event) => choose(event.target.value)}
          className={`h-11 appearance-none truncate ps-3 pe-9 ${controlClass}`}
        >
          <Options options={options} />
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute end-3 top-3.5 size-4 text-muted" />
      </div>
      {pricing && (
        <p
          className={`money max-w-40 text-xs text-balance text-brass ${showsResults ? 'max-tablet:hidden' : 'max-tablet:order-last max-tablet:max-w-none max-tablet:basis-full'}`}
        >
          {t('video.price_line', { off: dollars(pricing.audioOff), on: dollars(pricing.audioOn) })}
        </p>
      )}
    </>
  );
}
