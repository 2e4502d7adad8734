import { Check, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { FilePreview } from './file-preview.tsx';
import { choosePhoto, choosePhotos, showCheck, showColumns } from './import-store.ts';
import type { PlannedProduct } from './session.ts';
import { useImport } from './use-import.ts';

/** Users do not read longer lists, so the step shows at most these numbers of products and files. */
const shownProductsMax = 60;
const shownFilesMax = 40;

/** The second step: the products without a photo, and the photos without a product. */
export function PhotosStep() {
  const plan = useImport((state) => state.plan);
  const [chosenFile, setChosenFile] = useState<number>();
  if (!plan) return null;
  const without = plan.products.flatMap((product, index) => (product.photos.length === 0 && !product.isRefused ? { product, index } : []));
  return (
    <>
      <Found />
      <div className="mt-5 grid gap-6 desktop:grid-cols-[minmax(0,1fr)_20rem]">
        <ProductsWithoutPhoto
          products={without}
          chosenFile={chosenFile}
          onChoose={(file, product) => {
            setChosenFile(undefined);
            void choosePhoto(file, product);
          }}
        />
        <UnusedPhotos chosenFile={chosenFile} onChoose={setChosenFile} />
      </div>
    </>
  );
}

function Found() {
  const { t } = useTranslation();
  const plan = useImport((state) => state.plan);
  if (!plan) return null;
  const { counts } = plan;
  const products = plan.products.filter(({ isRefused }) => !isRefused);
  const found = counts.name + counts.sku + counts.url;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <p className="text-lg">{t('products.import.found', { found, count: products.length })}</p>
        <p className="money text-sm text-muted">{t('products.import.ways', counts)}</p>
      </div>
      <Progress
        label={t('products.import.found', { found, count: products.length })}
        value={found}
        max={products.length}
        className="mt-2"
      />
    </>
  );
}

type WithoutProps = {
  products: readonly { product: PlannedProduct; index: number }[];
  chosenFile: number | undefined;
  onChoose: (file: number, product: number) => void;
};

function ProductsWithoutPhoto({ products, chosenFile, onChoose }: WithoutProps) {
  const { t } = useTranslation();
  const suggestions = useImport((state) => state.plan?.suggestions ?? []);
  const photos = useImport((state) => state.photos);
  if (products.length === 0) return <p className="text-muted">{t('products.import.all_found')}</p>;
  const suggestionOf = new Map(suggestions.map(({ product, file }) => [product, file]));
  // Products with a suggestion come first.
  const sorted = products.toSorted((one, other) => Number(suggestionOf.has(other.index)) - Number(suggestionOf.has(one.index)));
  return (
    <section aria-label={t('products.import.without', { count: products.length })}>
      <h3 className="font-semibold">{t('products.import.without', { count: products.length })}</h3>
      <p className="text-sm text-muted">{t('products.import.without_hint')}</p>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {sorted.slice(0, shownProductsMax).map(({ product, index }) => {
          const file = chosenFile ?? suggestionOf.get(index);
          return (
            <li key={index} className={`flex min-h-12 items-center gap-3 py-1.5 ${suggestionOf.has(index) ? 'bg-brass-soft px-3' : ''}`}>
              {suggestionOf.has(index) && file !== undefined && (
                <span className="w-11 shrink-0">
                  <FilePreview file={photos[file]} />
                </span>
              )}
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{product.sku || '–'}</span>
                <span className="block truncate text-sm text-muted">{product.title}</span>
              </span>
              {file !== undefined && (
                <>
                  {suggestionOf.has(index) && (
                    <span className="min-w-0 truncate text-sm text-muted max-tablet:hidden">{photos[file]?.path}</span>
                  )}
                  <Button size="small" onClick={() => onChoose(file, index)}>
                    <Check aria-hidden className="size-4" />
                    {t('products.import.match')}
                    <span className="sr-only"> {product.sku}</span>
                  </Button>
                </>
              )}
            </li>
          );
        })}
      </ul>
      <More count={products.length - shownProductsMax} />
    </section>
  );
}

function UnusedPhotos({ chosenFile, onChoose }: { chosenFile: number | undefined; onChoose: (file: number | undefined) => void }) {
  const { t } = useTranslation();
  const files = useImport((state) => state.plan?.unusedFiles ?? []);
  const photos = useImport((state) => state.photos);
  if (files.length === 0) return null;
  return (
    <section
      aria-label={t('products.import.left', { count: files.length })}
      className="min-w-0 rounded-lg bg-sand p-3 max-desktop:order-first"
    >
      <h3 className="font-semibold">{t('products.import.left', { count: files.length })}</h3>
      <p className="text-sm text-muted">{t('products.import.left_hint')}</p>
      <ul className="mt-2 flex gap-2 max-desktop:-mx-3 max-desktop:overflow-x-auto max-desktop:px-3 max-desktop:py-1 desktop:grid desktop:grid-cols-2">
        {files.slice(0, shownFilesMax).map((file) => (
          <li key={file} className="w-28 shrink-0 desktop:w-auto">
            <button
              type="button"
              aria-pressed={file === chosenFile}
              onClick={() => onChoose(file === chosenFile ? undefined : file)}
              className="w-full rounded-md border border-line bg-surface p-1 text-start aria-pressed:border-accent aria-pressed:ring-2 aria-pressed:ring-accent"
            >
              <FilePreview file={photos[file]} />
              <span className="mt-1 block truncate text-xs text-muted">{photos[file]?.path.split('/').at(-1)}</span>
            </button>
          </li>
        ))}
      </ul>
      <More count={files.length - shownFilesMax} />
    </section>
  );
}

function More({ count }: { count: number }) {
  const { t } = useTranslation();
  return count > 0 ? <p className="mt-2 text-sm text-muted">{t('products.import.more', { count })}</p> : null;
}

/** One array for all renders, because a new array would render the step again. */
const noSuggestions: readonly { product: number; file: number }[] = [];

export function PhotosActions() {
  const { t } = useTranslation();
  const isBusy = useImport((state) => state.isBusy);
  const hasSheet = useImport((state) => state.sheet !== undefined);
  const suggestions = useImport((state) => state.plan?.suggestions ?? noSuggestions);
  return (
    <>
      {hasSheet && (
        <Button className="me-auto max-xs:me-0" onClick={showColumns}>
          <ChevronLeft aria-hidden className="size-4" />
          {t('products.import.step.columns')}
        </Button>
      )}
      {suggestions.length > 1 && (
        <Button disabled={isBusy} onClick={() => void choosePhotos(suggestions.map(({ file, product }) => [file, product] as const))}>
          {t('products.import.match_all')}
        </Button>
      )}
      <Button kind="primary" disabled={isBusy} onClick={() => void showCheck()}>
        {t('products.import.step.check')}
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </>
  );
}
