import { useTranslation } from 'react-i18next';
import { type VideoModelId, videoModel, videoModels } from '#shared/catalogue.ts';
import { ModelSelect } from '#web/features/batch/model-select.tsx';
import { dollars } from '#web/lib/money.ts';

type Props = { model: VideoModelId; onChange: (model: VideoModelId) => void; disabled: boolean };

/** Which model makes the videos, and what a second of it costs (Q8: the line follows the model). */
export function VideoModel(props: Props) {
  const { t } = useTranslation();
  const pricing = videoModel(props.model)?.pricing;
  return (
    <ModelSelect
      {...props}
      options={videoModels
        .filter((entry) => entry.isEnabled)
        .map(({ id, displayName: name, isRecommended }) => ({
          value: id,
          label: isRecommended ? t('video.model_recommended', { name }) : name,
        }))}
      price={pricing && t('video.price_line', { off: dollars(pricing.audioOff), on: dollars(pricing.audioOn) })}
    />
  );
}
