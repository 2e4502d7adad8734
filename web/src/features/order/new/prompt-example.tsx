import { useTranslation } from 'react-i18next';
import { filledPrompt, type PromptValues } from '#shared/order/prompt.ts';

type Props = { prompt: string; product: PromptValues };

const boxClass = 'rounded-md bg-paper px-3 py-2.5 text-sm wrap-anywhere';

/** The prompt of the first product. */
export function PromptExample({ prompt, product }: Props) {
  const { t } = useTranslation();
  return (
    <p className={boxClass}>
      <span className="text-muted">{t('order.new.example')}</span> {product.sku && <b className="font-semibold">{product.sku}</b>}{' '}
      {filledPrompt(prompt, product)}
    </p>
  );
}

/**
 * The direction and the data of the first product, as AI Write gets them. The direction keeps its fields (shared/ai-write/instruction.ts).
 */
export function DirectionExample({ prompt, product: { title, sku, options = [] } }: Props) {
  const { t } = useTranslation();
  const data = [{ name: 'title', value: title }, ...(sku ? [{ name: 'sku', value: sku }] : []), ...options];
  return (
    <div className={boxClass}>
      <p className="text-muted">
        {t('order.new.example')}: {t('order.new.sent')}
      </p>
      {prompt.trim() && <p className="mt-1">{prompt.trim()}</p>}
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        {data.map(({ name, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two options of a product can have the same name
          <div key={index} className="contents">
            <dt className="text-muted">{`{${name.toLowerCase()}}`}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
