import { ArrowRight, BadgeCheck, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { columnRoles } from '#shared/products/sheet.ts';
import { Button } from '#web/ui/button.tsx';
import { controlClass } from '#web/ui/input.tsx';
import { Options } from '#web/ui/select.tsx';
import { closeImport, setRole, showPhotos } from './import-store.ts';
import { ProductExample } from './product-example.tsx';
import { useImport } from './use-import.ts';

/** Names of shops are trademarks, so they are not translated. */
const dialectNames = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  'tiktok-shop': 'TikTok Shop',
  shopee: 'Shopee',
  vitrine: 'Vitrine',
} as const;

/** Columns without a role are hidden if the table has more columns than this. */
const shownColumnsMax = 12;

/** The first step: the role of each column. */
export function ColumnsStep() {
  const { t } = useTranslation();
  const sheet = useImport((state) => state.sheet);
  const roles = useImport((state) => state.roles);
  const [showsAll, setShowsAll] = useState(false);
  // A column that the seller sets to "not used" must not disappear, so the list of shown columns is fixed.
  const [usedColumns] = useState(() => roles.map((role) => role !== undefined));
  if (!sheet) return null;
  const columns = sheet.headers.map((_, column) => column);
  const hasFewColumns = columns.length <= shownColumnsMax;
  const isShown = (column: number) => (hasFewColumns || usedColumns[column]) && sheet.samples[column]?.length !== 0;
  const shown = showsAll ? columns : columns.filter(isShown);
  const hidden = columns.length - shown.length;
  return (
    <div className="grid items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="min-w-0">
        <Recognized />
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {shown.map((column) => (
            <ColumnRow key={column} column={column} />
          ))}
        </ul>
        {hidden > 0 && (
          <Button kind="accent" className="mt-2 -ms-4" onClick={() => setShowsAll(true)}>
            {t('products.import.other_columns', { count: hidden })}
          </Button>
        )}
      </div>
      <ProductExample />
    </div>
  );
}

function Recognized() {
  const { t } = useTranslation();
  const dialect = useImport((state) => state.sheet?.dialect ?? 'other');
  const isRemembered = useImport((state) => state.isRemembered);
  const name = dialect === 'other' ? undefined : dialectNames[dialect];
  return (
    <p className="flex items-start gap-2">
      <BadgeCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-brass" />
      <span>
        {name ? t('products.import.recognized', { name }) : t('products.import.guessed')}
        {isRemembered && ` ${t('products.import.remembered')}`}
      </span>
    </p>
  );
}

function ColumnRow({ column }: { column: number }) {
  const { t } = useTranslation();
  const heading = useImport((state) => state.sheet?.headers[column] ?? '');
  const samples = useImport((state) => state.sheet?.samples[column] ?? []);
  const role = useImport((state) => state.roles[column]);
  const options = ['', ...columnRoles].map((value) => ({ value, label: t(`products.role.${(value || 'unused') as 'unused'}`) }));
  return (
    <li className="grid grid-cols-1 items-center gap-x-4 gap-y-1 py-2 tablet:grid-cols-[minmax(0,12rem)_minmax(0,1fr)_1rem_14rem]">
      <span className={`truncate font-semibold ${role ? '' : 'text-muted'}`}>{heading || '–'}</span>
      <span className="truncate text-sm text-muted">{samples.join(' · ')}</span>
      <ArrowRight aria-hidden className="size-4 text-muted max-tablet:hidden" />
      <select
        aria-label={t('products.import.becomes', { heading })}
        value={role ?? ''}
        onChange={({ target }) =>
          setRole(
            column,
            columnRoles.find((one) => one === target.value),
          )
        }
        className={`h-11 truncate ps-3 pe-2 ${controlClass}`}
      >
        <Options options={options} />
      </select>
    </li>
  );
}

export function ColumnsActions() {
  const { t } = useTranslation();
  const roles = useImport((state) => state.roles);
  const isBusy = useImport((state) => state.isBusy);
  const hasSku = roles.some((role) => role === 'sku' || role === 'group' || role === 'parent_sku');
  return (
    <>
      <p className="me-auto self-center text-sm text-muted max-xs:me-0">
        {hasSku ? t('products.import.not_saved') : t('products.import.needs_sku')}
      </p>
      <Button onClick={closeImport}>{t('common.cancel')}</Button>
      <Button kind="primary" disabled={!hasSku || isBusy} onClick={() => void showPhotos()}>
        {t('products.import.to_photos')}
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </>
  );
}
