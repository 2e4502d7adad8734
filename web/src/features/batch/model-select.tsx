import { useTranslation } from 'react-i18next';
import { type Option, Select } from '#web/ui/select.tsx';

type Props<Model extends string> = {
  model: Model;
  options: readonly (Option & { value: Model })[];
  /** What it costs. */
  price: string | undefined;
  onChange: (model: Model) => void;
  disabled: boolean;
};

/** Which model makes the results of a page, and what that costs. */
export function ModelSelect<Model extends string>({ model, options, price, onChange, disabled }: Props<Model>) {
  const { t } = useTranslation();
  const choose = (value: string) => {
    const chosen = options.find((option) => option.value === value);
    if (chosen) onChange(chosen.value);
  };
  return (
    <div className="w-full sm:w-72">
      <Select label={t('batch.model')} value={model} options={options} disabled={disabled} onChange={choose} />
      {price !== undefined && <p className="money mt-1.5 text-xs text-brass">{price}</p>}
    </div>
  );
}
