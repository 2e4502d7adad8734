import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useImport } from './use-import.ts';

const steps = ['columns', 'photos', 'check'] as const;

/** The files of the import, and its three steps. Photos without a table have no columns. */
export function ImportSteps() {
  const { t } = useTranslation();
  const { step, fileName, photos, sheet, ignored } = useImport((state) => state);
  const current = steps.indexOf(step as (typeof steps)[number]);
  const facts = [
    fileName,
    sheet && t('products.import.rows', { count: sheet.rowCount }),
    photos.length > 0 && t('products.import.photos', { count: photos.length }),
    ignored > 0 && t('products.import.ignored', { count: ignored }),
  ].filter(Boolean);
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
      <p className="min-w-0 text-sm break-all text-muted">{facts.join(' · ')}</p>
      {current >= 0 && (
        <ol className="flex items-center gap-2 text-sm">
          {steps.map((name, index) => (
            <li
              key={name}
              aria-current={index === current ? 'step' : undefined}
              className="flex items-center gap-2 aria-[current]:font-semibold"
            >
              {index > 0 && <span aria-hidden className="h-px w-4 bg-line-strong tablet:w-8" />}
              <span
                aria-hidden
                className={`grid size-6 place-items-center rounded-full ${index === current ? 'bg-accent text-on-accent' : index < current ? 'bg-success-soft text-success' : 'bg-sand text-muted'}`}
              >
                {index < current ? <Check className="size-3.5" /> : index + 1}
              </span>
              <span className={index === current ? '' : 'max-tablet:sr-only'}>{t(`products.import.step.${name}`)}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
