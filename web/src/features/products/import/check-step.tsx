import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronLeft, Download, ImageOff, Link } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '#web/lib/download.ts';
import { Button } from '#web/ui/button.tsx';
import { FilterTabs } from '#web/ui/filter-tabs.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { FilePreview } from './file-preview.tsx';
import { type CheckedProduct, importCheckedProducts, isWritten, problemCsv, showMatches } from './import-store.ts';
import { problemTexts } from './problem-text.ts';
import { useImport } from './use-import.ts';

type Filter = 'all' | 'new' | 'changed' | 'unchanged' | 'problems';

const hasProblems = ({ product }: CheckedProduct): boolean => product.problems.length > 0;
const filters: Record<Filter, (product: CheckedProduct) => boolean> = {
  all: () => true,
  new: ({ status }) => status === 'new',
  changed: ({ status }) => status === 'changed',
  unchanged: ({ status }) => status === 'unchanged',
  problems: hasProblems,
};
const tones = { new: 'done', changed: 'running', problems: 'failed' } as const;

/** The third step: what the import will do with each product. Nothing is written yet. */
export function CheckStep() {
  const { t } = useTranslation();
  const checked = useImport((state) => state.checked);
  const [filter, setFilter] = useState<Filter>('all');
  const options = (Object.keys(filters) as Filter[]).map((value) => ({
    value,
    label: value === 'all' ? t('transactions.all') : t(`products.check.${value}`),
    count: checked.filter(filters[value]).length,
    ...(value in tones && { tone: tones[value as keyof typeof tones] }),
  }));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <FilterTabs label={t('products.check.label')} value={filter} options={options} onChange={setFilter} />
        <DownloadProblems />
      </div>
      <CheckTable products={checked.filter(filters[filter])} />
    </>
  );
}

function DownloadProblems() {
  const { t } = useTranslation();
  const checked = useImport((state) => state.checked);
  const hasSheet = useImport((state) => state.sheet !== undefined);
  const problems = checked.filter(hasProblems);
  if (!hasSheet || problems.length === 0) return null;
  const download = async () => {
    const csv = await problemCsv(problems, (product) => problemTexts(product, t), t('products.check.problem'));
    if (csv) saveBlob(new Blob([csv], { type: 'text/csv;charset=utf-8' }), 'problems.csv');
  };
  return (
    <Button size="small" onClick={() => void download()}>
      <Download aria-hidden className="size-4" />
      {t('products.check.download')}
    </Button>
  );
}

/** Heights in CSS pixels. */
const rowHeights = { phone: 104, desktop: 56 };
const overscan = 10;

function CheckTable({ products }: { products: readonly CheckedProduct[] }) {
  // The library changes its result objects in place. The React Compiler does not detect such changes.
  'use no memo';
  const { t } = useTranslation();
  const box = useRef<HTMLElement>(null);
  const isPhone = useMediaQuery('(width < 44rem)');
  const rowHeight = isPhone ? rowHeights.phone : rowHeights.desktop;
  // oxlint-disable-next-line compiler/incompatible-library
  const rows = useVirtualizer({
    count: products.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan,
    initialRect: { width: 1024, height: 600 },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes of all rows change with the layout.
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);
  if (products.length === 0) return <p className="py-10 text-center text-muted">{t('products.no_match')}</p>;
  return (
    <section
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll the list.
      tabIndex={0}
      aria-label={t('products.import.step.check')}
      className="mt-3 min-h-64 flex-1 basis-0 overflow-y-auto overscroll-contain border-y border-line"
    >
      <ul className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const product = products[index];
          return (
            product && (
              <li
                key={index}
                className="absolute inset-x-0 border-b border-line"
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              >
                <CheckRow checked={product} />
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

function CheckRow({ checked }: { checked: CheckedProduct }) {
  const { t } = useTranslation();
  const { product, status, changes } = checked;
  const statusText = [t(`products.check.${status}`), changes.map((part) => t(`products.changed.${part}`)).join(', ')]
    .filter(Boolean)
    .join(': ');
  return (
    <div className="grid h-full grid-cols-[2.25rem_3rem_minmax(0,1fr)] content-center items-center gap-x-3 text-sm tablet:grid-cols-[3rem_2.5rem_minmax(0,9rem)_minmax(0,2fr)_minmax(0,9rem)_minmax(0,3fr)]">
      <span className="money text-muted max-tablet:row-span-2">{product.row || '–'}</span>
      <span className="max-tablet:row-span-2">
        <CheckedPhoto checked={checked} />
      </span>
      <span className="truncate">
        <span className="font-semibold">{product.sku || '–'}</span>
        <span className="tablet:hidden"> {product.title}</span>
      </span>
      <span className="truncate max-tablet:hidden">{product.title}</span>
      <span className={`truncate max-tablet:hidden ${status === 'refused' ? 'font-semibold text-danger' : 'text-muted'}`}>
        {statusText}
      </span>
      <span className="line-clamp-2 max-tablet:line-clamp-3 max-tablet:col-start-3">
        <span className="text-muted tablet:hidden">{statusText}. </span>
        <span className={status === 'refused' ? 'text-danger' : ''}>{problemTexts(checked, t)}</span>
      </span>
    </div>
  );
}

/** The first photo. A photo with a URL is not shown here, because only the import itself fetches it. */
function CheckedPhoto({ checked: { product, stored } }: { checked: CheckedProduct }) {
  const files = useImport((state) => state.photos);
  const [first] = product.photos;
  if (first && 'file' in first) return <FilePreview file={files[first.file]} />;
  return (
    <span className="grid aspect-square place-items-center overflow-hidden rounded-sm bg-wall text-muted">
      {stored?.photo ? (
        <img src={stored.photo.thumbnail} alt="" className="size-full object-cover" />
      ) : first ? (
        <Link aria-hidden className="size-4" />
      ) : (
        <ImageOff aria-hidden className="size-4" />
      )}
    </span>
  );
}

export function CheckActions() {
  const { t } = useTranslation();
  const count = useImport((state) => state.checked.filter(isWritten).length);
  return (
    <>
      <Button className="me-auto max-xs:me-0" onClick={showMatches}>
        <ChevronLeft aria-hidden className="size-4" />
        {t('products.import.step.photos')}
      </Button>
      <Button kind="primary" disabled={count === 0} onClick={() => void importCheckedProducts()}>
        {count === 0 ? t('products.check.nothing') : t('products.check.run', { count })}
      </Button>
    </>
  );
}
