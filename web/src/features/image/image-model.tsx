import { useTranslation } from 'react-i18next';
import { type ImageModelId, imageModel, imageModels } from '#shared/catalogue.ts';
import { ModelSelect } from '#web/features/batch/model-select.tsx';
import { dollars } from '#web/lib/money.ts';

type Props = { model: ImageModelId; onChange: (model: ImageModelId) => void; disabled: boolean };

/** Which model makes the images, by the names that SPEC gives them, and what one costs (J1). */
export function ImageModel(props: Props) {
  const { t } = useTranslation();
  const price = imageModel(props.model)?.price;
  return (
    <ModelSelect
      {...props}
      options={imageModels.map(({ id }) => ({ value: id, label: id }))}
      price={price === undefined ? undefined : t('image.price_line', { price: dollars(price) })}
    />
  );
}
