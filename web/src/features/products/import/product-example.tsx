import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FilePreview } from './file-preview.tsx';
import { setVariantProduct } from './import-store.ts';
import { useImport } from './use-import.ts';

/** A product that the chosen columns make, and whether variants become products. */
export function ProductExample() {
  const { t } = useTranslation();
  const isVariantProduct = useImport((state) => state.isVariantProduct);
  return (
    <aside aria-label={t('products.import.example')} className="rounded-lg bg-sand p-4 desktop:sticky desktop:top-0">
      <h3 className="mb-3 font-semibold">{t('products.import.example')}</h3>
      <ExampleCard />
      <Checkbox
        className="mt-4"
        label={t('products.import.keep_variants')}
        hint={t('products.import.keep_variants_hint')}
        checked={isVariantProduct}
        onChange={setVariantProduct}
      />
    </aside>
  );
}

function ExampleCard() {
  const { t } = useTranslation();
  const example = useImport((state) => state.example);
  const files = useImport((state) => state.photos);
  if (!example) return <p className="text-sm text-muted">{t('products.import.needs_sku')}</p>;
  const { sku, title, options, variantSkus, photos, photoSources } = example;
  const [photo] = photos;
  const facts = [
    { name: t('products.role.sku'), value: variantSkus.length > 1 ? variantSkus.join(', ') : sku },
    ...options.map(({ name, values }) => ({ name, value: values.join(', ') })),
    ...(photoSources.length > 0 ? [{ name: t('products.column.photo'), value: photoSources.join(', ') }] : []),
  ];
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface shadow-card">
      {photo && 'file' in photo && (
        <div className="max-desktop:hidden">
          <FilePreview file={files[photo.file]} />
        </div>
      )}
      <div className="p-3">
        <p className="font-semibold text-pretty">{title}</p>
        <dl className="mt-1 grid gap-0.5 text-sm">
          {facts.map(({ name, value }) => (
            <div key={name} className="flex gap-2">
              <dt className="shrink-0 text-muted">{name}</dt>
              <dd className="min-w-0 truncate" title={value}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}
