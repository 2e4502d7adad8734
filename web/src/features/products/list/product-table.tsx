import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductSummary } from '#shared/products/api.ts';
import { type Shop, shopNames } from '#web/features/marketplaces/placements.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { incompleteFor } from './filter-products.ts';
import { ProductRow, rowGrid } from './product-row.tsx';
import { type SortColumn, type Sorting, sortingAfterClick } from './sort-products.ts';
import type { Selection } from './use-selection.ts';

/** Heights in CSS pixels. */
const rowHeights = { phone: 84, desktop: 56 };
const overscan = 8;

type Props = {
  products: readonly ProductSummary[];
  selection: Selection;
  /** The head shows how many of these products are complete. */
  counted: readonly ProductSummary[];
  /** The marketplaces with a column. */
  shops: readonly Shop[];
  /** The marketplace whose complete products are hidden. */
  shop: Shop | undefined;
  onShop: (shop: Shop | undefined) => void;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
};

/** All products of the filter. Only the rows near the visible part of the page are in the document. */
export function ProductTable({ products, selection, ...head }: Props) {
  // The library changes its result objects in place. The React Compiler does not detect such changes.
  'use no memo';
  const { t } = useTranslation();
  const list = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const isPhone = useMediaQuery('(width < 64rem)');
  const height = isPhone ? rowHeights.phone : rowHeights.desktop;
  useLayoutEffect(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), []);
  // oxlint-disable-next-line compiler/incompatible-library
  const rows = useWindowVirtualizer({ count: products.length, estimateSize: () => height, overscan, scrollMargin: top });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes of all rows change with the layout.
  useLayoutEffect(() => rows.measure(), [rows, height]);
  const items = rows.getVirtualItems();
  const above = (items[0]?.start ?? top) - top;
  const below = rows.getTotalSize() - ((items.at(-1)?.end ?? top) - top);
  return (
    <table
      aria-label={t('products.title')}
      aria-rowcount={products.length + 1}
      className="block rounded-lg border border-line bg-surface shadow-card"
      style={{ '--shops': head.shops.length } as CSSProperties}
    >
      <TableHead products={products} selection={selection} {...head} />
      <tbody ref={list} className="block">
        <Spacer height={above} />
        {items.map(({ index }) => {
          const product = products[index];
          const isSelected = product !== undefined && selection.ids.has(product.productId);
          return (
            product && (
              <tr
                key={product.productId}
                aria-rowindex={index + 2}
                className={`border-t border-line px-2 ${isSelected ? 'bg-accent-soft' : ''} ${rowGrid}`}
                style={{ height }}
              >
                <ProductRow
                  product={product}
                  shops={head.shops}
                  isSelected={isSelected}
                  onSelect={(isChecked, isRange) => selection.set(products, index, isChecked, isRange)}
                />
              </tr>
            )
          );
        })}
        <Spacer height={below} />
      </tbody>
    </table>
  );
}

/** Takes the space of the rows that are not in the document. */
const Spacer = ({ height }: { height: number }) => (
  <tr aria-hidden className="block" style={{ height }}>
    <td className="hidden" />
  </tr>
);

function TableHead({ products, selection, counted, shops, shop: shownShop, onShop, sorting, onSort }: Props) {
  const { t } = useTranslation();
  const selected = products.filter(({ productId }) => selection.ids.has(productId)).length;
  return (
    <thead className="sticky top-16 z-10 block">
      <tr className={`min-h-12 rounded-t-lg bg-sand px-2 text-start text-sm text-muted ${rowGrid}`}>
        <th className="text-start font-normal">
          <Checkbox
            aria-label={t('products.select_all')}
            checked={selected > 0 && selected === products.length}
            indeterminate={selected > 0 && selected < products.length}
            onChange={(isChecked) => selection.setAll(products, isChecked)}
          />
        </th>
        <th>
          <span className="sr-only">{t('products.column.photo')}</span>
        </th>
        <SortHead column="sku" sorting={sorting} onSort={onSort} />
        <SortHead column="title" sorting={sorting} onSort={onSort} className="max-lg:hidden" />
        <SortHead column="made" sorting={sorting} onSort={onSort} className="max-lg:hidden" />
        {shops.map((shop) => (
          <th key={shop} className="text-start font-normal max-lg:hidden">
            <button
              type="button"
              aria-pressed={shop === shownShop}
              onClick={() => onShop(shop === shownShop ? undefined : shop)}
              className="-mx-1.5 block w-full rounded-sm px-1.5 py-1 text-start leading-tight transition-colors hover:bg-surface aria-pressed:bg-surface"
            >
              <span className="block truncate font-semibold text-ink">{shopNames[shop]}</span>
              <span className="money block truncate text-xs">
                {t('products.missing.nothing')} {counted.length - incompleteFor(counted, shop).length}/{counted.length}
              </span>
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
}

type SortHeadProps = Pick<Props, 'sorting' | 'onSort'> & { column: SortColumn; className?: string };

/** The name of a column as a button that sorts the list by this column. */
function SortHead({ column, sorting, onSort, className = '' }: SortHeadProps) {
  const { t } = useTranslation();
  const direction = sorting.column === column ? sorting.direction : undefined;
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th aria-sort={direction ?? 'none'} className={`text-start font-normal ${className}`}>
      <button
        type="button"
        onClick={() => onSort(sortingAfterClick(sorting, column))}
        className={`-mx-1.5 inline-flex min-h-9 items-center gap-1 rounded-sm px-1.5 transition-colors hover:bg-surface touch:min-h-11 ${direction ? 'font-semibold text-ink' : ''}`}
      >
        {t(`products.column.${column}`)}
        {direction && <Arrow aria-hidden className="size-3.5" />}
      </button>
    </th>
  );
}
