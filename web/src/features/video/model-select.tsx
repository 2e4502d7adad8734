import { useTranslation } from 'react-i18next';
import { type VideoModelId, videoModel, videoModels } from '#shared/catalogue.ts';
import { dollars } from '#web/lib/money.ts';
import { Select } from '#web/ui/select.tsx';

type Props = { model: VideoModelId; onChange: (model: VideoModelId) => void; disabled: boolean };

/** Which model makes the videos, and what a second of it costs (Q8: the line follows the model). */
export function ModelSelect({ model, onChange, disabled }: Props) {
  const { t } = useTranslation();
  const pricing = videoModel(model)?.pricing;
  return (
    <div className="w-full sm:w-72">
      <Select
        label={t('batch.model')}
        value={model}
        disabled={disabled}
        onChange={(value) => onChange(value as VideoModelId)}
        options={videoModels
          .filter((entry) => entry.isEnabled)
          .map((entry) => ({
            value: entry.id,
            label: entry.isRecommended ? t('video.model_recommended', { name: entry.displayName }) : entry.displayName,
          }))}
      />
      {pricing && (
        <p className="money mt-1.5 text-xs text-brass">
          {t('video.price_line', { off: dollars(pricing.audioOff), on: dollars(pricing.audioOn) })}
        </p>
      )}
    </div>
  );
}
