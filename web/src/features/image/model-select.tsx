import { useTranslation } from 'react-i18next';
import { type ImageModelId, imageModel, imageModels } from '#shared/catalogue.ts';
import { dollars } from '#web/lib/money.ts';
import { Select } from '#web/ui/select.tsx';

type Props = { model: ImageModelId; onChange: (model: ImageModelId) => void; disabled: boolean };

/** Which model makes the images, and what one costs (J1). */
export function ModelSelect({ model, onChange, disabled }: Props) {
  const { t } = useTranslation();
  const price = imageModel(model)?.price;
  return (
    <div className="w-full sm:w-72">
      <Select
        label={t('batch.model')}
        value={model}
        disabled={disabled}
        onChange={(value) => onChange(value as ImageModelId)}
        options={imageModels.map(({ id }) => ({ value: id, label: id }))}
      />
      {price !== undefined && <p className="money mt-1.5 text-xs text-brass">{t('image.price_line', { price: dollars(price) })}</p>}
    </div>
  );
}
