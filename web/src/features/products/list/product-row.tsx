import { Check, ImageOff, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ProductSummary } from '#shared/products/api.ts';
import { type Shop, shopNames } from '#web/features/marketplaces/placements.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { type Missing, missingFor } from './missing.ts';
import { ProductMenu } from './product-menu.tsx';

/** The columns: check box, photo, SKU, title, results, the marketplaces and the menu. In narrow windows, a row has two lines. */
export const rowGrid =
  'grid items-center gap-x-3 grid-cols-[2.75rem_3.25rem_minmax(0,1fr)_auto_2.75rem] lg:grid-cols-[2.75rem_2.5rem_minmax(5rem,8rem)_minmax(8rem,1fr)_minmax(5rem,9rem)_repeat(var(--shops),minmax(5.5rem,7.5rem))_2.75rem]';

type Props = {
  product: ProductSummary;
  /** The marketplaces with a column. */
  shops: readonly Shop[];
  isSelected: boolean;
  onSelect: (isChecked: boolean, isRange: boolean) => void;
};

export function ProductRow({ product, shops, isSelected, onSelect }: Props) {
  const { t } = useTranslation();
  const { sku, title, options, photo } = product;
  const optionText = options.map(({ values }) => values.join(', ')).join(' · ');
  return (
    <>
      <td className="max-lg:row-span-2">
        <Checkbox
          aria-label={t('products.select', { sku })}
          checked={isSelected}
          onChange={(isChecked, event) => onSelect(isChecked, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </td>
      <td className="grid size-10 place-items-center overflow-hidden rounded-sm bg-wall text-muted max-lg:row-span-2 max-lg:size-13">
        {photo ? (
          <img src={photo.thumbnail} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <ImageOff aria-label={t('products.missing.photo')} className="size-5" />
        )}
      </td>
      <td className="min-w-0 max-lg:col-start-3 max-lg:row-start-2 max-lg:self-start">
        <span className="block truncate text-sm lg:text-base" title={sku}>
          {sku}
        </span>
        <span className="block truncate text-sm text-muted lg:hidden">
          <MadeText product={product} />
        </span>
      </td>
      <td className="min-w-0 max-lg:col-start-3 max-lg:row-start-1 max-lg:self-end">
        <span className="block truncate font-semibold lg:font-normal" title={title}>
          {title}
        </span>
        {optionText && <span className="block truncate text-sm text-muted max-lg:hidden">{optionText}</span>}
      </td>
      <td className="money text-sm text-muted max-lg:hidden">
        <MadeText product={product} />
      </td>
      {shops.map((shop) => (
        <td key={shop} className="min-w-0 text-sm max-lg:hidden">
          <MissingMark missing={missingFor(product, shop)} />
        </td>
      ))}
      <td className="col-start-4 row-span-2 row-start-1 max-w-32 text-end text-sm lg:hidden">
        <FirstMissing product={product} shops={shops} />
      </td>
      <td className="text-end max-lg:col-start-5 max-lg:row-span-2 max-lg:row-start-1">
        <ProductMenu product={product} />
      </td>
    </>
  );
}

function MadeText({ product: { made } }: { product: ProductSummary }) {
  const { t } = useTranslation();
  const parts = [
    made.videos > 0 && t('products.made.videos', { count: made.videos }),
    made.images > 0 && t('products.made.images', { count: made.images }),
    made.edits > 0 && t('products.made.edits', { count: made.edits }),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : '–';
}

function MissingMark({ missing }: { missing: Missing }) {
  const { t } = useTranslation();
  if (missing === 'nothing')
    return (
      <span className="inline-flex items-center gap-1.5 text-muted">
        <Check aria-hidden className="size-4 text-success" />
        {t('products.missing.nothing')}
      </span>
    );
  if (missing === 'photo_refused')
    return (
      <span
        title={t('products.missing.photo_refused')}
        className="inline-flex items-center gap-1 rounded-sm bg-danger-soft px-1.5 py-0.5 font-semibold text-danger"
      >
        <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
        <span aria-hidden>{t('products.column.photo')}</span>
        <span className="sr-only">{t('products.missing.photo_refused')}</span>
      </span>
    );
  return <span className="text-muted">{t(`products.missing.${missing}`)}</span>;
}

/** On phones, a row shows only the first marketplace for which something is missing. */
function FirstMissing({ product, shops }: Pick<Props, 'product' | 'shops'>) {
  const { t } = useTranslation();
  const gaps = shops.map((shop): { shop: Shop; missing: Missing } => ({ shop, missing: missingFor(product, shop) }));
  const refused = gaps.find(({ missing }) => missing === 'photo_refused');
  if (refused) return <span className="text-danger">{`${shopNames[refused.shop]}: ${t('products.missing.photo_refused')}`}</span>;
  const first = gaps.find(({ missing }) => missing !== 'nothing');
  return <MissingMark missing={first?.missing ?? 'nothing'} />;
}
