import { Package } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductSummary } from '#shared/products/api.ts';
import { useProfile } from '#web/features/auth/get-profile.ts';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import type { Shop } from '#web/features/marketplaces/placements.ts';
import { limitFiles } from '#web/features/upload/collect-files.ts';
import { useFileDrops } from '#web/features/upload/use-file-drops.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterTabs } from '#web/ui/filter-tabs.tsx';
import { Input } from '#web/ui/input.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';
import { ImportSheet } from './import/import-sheet.tsx';
import { startImport } from './import/import-store.ts';
import { importedFilesMax } from './import/sort-files.ts';
import { filterProducts, filterTones, incompleteFor, type ProductFilter, productFilters, searchProducts } from './list/filter-products.ts';
import { ImportTarget } from './list/import-target.tsx';
import { shownShopsOf } from './list/missing.ts';
import { ProductTable } from './list/product-table.tsx';
import { ProductSelectionBar } from './list/selection-bar.tsx';
import { firstSorting, sortProducts } from './list/sort-products.ts';
import { useSearchKey } from './list/use-search-key.ts';
import { useSelection } from './list/use-selection.ts';
import { useProducts } from './product-calls.ts';

/** The seller's products: import, list, and orders from a selection (docs/spec.md 15.3). */
export function ProductsPage() {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <>
      <PageTitle page={t('products.title')} />
      <PageWidth className="min-h-dvh">
        {session.status !== 'user' && <PageHeader compact title={t('products.title')} subtitle={t('products.subtitle')} />}
        {session.status === 'loading' && <Loading label={t('common.loading')} className="py-24" />}
        {session.status === 'anonymous' && <SignedOut />}
        {session.status === 'user' && <Products key={session.user.id} userId={session.user.id} />}
      </PageWidth>
    </>
  );
}

function Products({ userId }: { userId: string }) {
  const { t, i18n } = useTranslation();
  const { products, status, readAgain } = useProducts(userId);
  // The import compares the files with all stored products.
  const canImport = status === 'complete';
  const add = (files: readonly File[]) => void startImport(files, products, i18n.language);
  const isOver = useFileDrops(canImport ? ({ files }) => add(files) : undefined, importedFilesMax);
  const isEmpty = status === 'complete' && products.length === 0;
  const found = products.filter(({ photo }) => photo !== undefined).length;
  return (
    <>
      <PageHeader
        compact
        title={t('products.title')}
        subtitle={products.length > 0 ? t('products.import.found', { found, count: products.length }) : t('products.subtitle')}
      />
      <ImportTarget
        isLarge={isEmpty}
        isOver={isOver}
        disabled={!canImport}
        onFiles={(files) => add(limitFiles(files, importedFilesMax).files)}
      />
      {!isEmpty && <ProductList products={products} status={status} onRetry={readAgain} />}
      <ImportSheet />
    </>
  );
}

const noPlacements: readonly string[] = [];

type ListProps = { products: readonly ProductSummary[]; status: 'loading' | 'failed' | 'complete'; onRetry: () => void };

function ProductList({ products, status, onRetry }: ListProps) {
  const { t, i18n } = useTranslation();
  const searchField = useSearchKey();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<ProductFilter>('all');
  const selection = useSelection();
  const [shop, setShop] = useState<Shop>();
  const [sorting, setSorting] = useState(firstSorting);
  const shops = shownShopsOf(useProfile()?.marketplaces?.placements ?? noPlacements);
  const found = searchProducts(products, useDeferredValue(search));
  const filtered = filterProducts(found, filter, shops);
  const shown = sortProducts(shop ? incompleteFor(filtered, shop) : filtered, sorting, i18n.language);
  const labelOf = (value: ProductFilter) => {
    if (value === 'all') return t('transactions.all');
    return value === 'photo_refused' ? t('products.missing.photo_refused') : t(`products.filter.${value}`);
  };
  const selected = products.filter(({ productId }) => selection.ids.has(productId));
  if (products.length === 0 && status === 'loading') return <Loading label={t('common.loading')} className="py-24" />;
  return (
    <>
      <search
        aria-label={t('products.filter.label')}
        className="my-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-surface p-2 shadow-card"
      >
        <Input
          ref={searchField}
          type="search"
          aria-keyshortcuts="/"
          aria-label={t('products.search')}
          placeholder={t('products.search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          className="tablet:max-w-72"
        />
        <FilterTabs
          label={t('products.filter.label')}
          value={filter}
          options={productFilters.map((value) => ({
            value,
            label: labelOf(value),
            count: filterProducts(found, value, shops).length,
            ...(filterTones[value] && { tone: filterTones[value] }),
          }))}
          onChange={setFilter}
        />
        {status === 'loading' && <Loading label={t('common.loading')} className="py-0" />}
      </search>
      {status === 'failed' && (
        <p role="alert" className="mb-3 flex flex-wrap items-center gap-3 text-danger">
          {t('products.load_failed')}
          <Button size="small" onClick={onRetry}>
            {t('common.try_again')}
          </Button>
        </p>
      )}
      <ProductTable
        products={shown}
        counted={filtered}
        selection={selection}
        shops={shops}
        shop={shop}
        onShop={setShop}
        sorting={sorting}
        onSort={setSorting}
      />
      {shown.length === 0 && <p className="py-12 text-center text-muted">{t('products.no_match')}</p>}
      <ProductSelectionBar products={selected} onClear={selection.clear} />
    </>
  );
}

function SignedOut() {
  const { t } = useTranslation();
  const signIn = useSignIn();
  return (
    <EmptyState
      icon={<Package aria-hidden />}
      title={t('products.signed_out')}
      action={
        <Button kind="primary" onClick={signIn}>
          {t('auth.login')}
        </Button>
      }
    />
  );
}
