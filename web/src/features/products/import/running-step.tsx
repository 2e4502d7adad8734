import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isErrorCode } from '#shared/errors.ts';
import { uploadLimits } from '#web/features/upload/rejected-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { closeImport, importCheckedProducts, stopImport } from './import-store.ts';
import { useImport } from './use-import.ts';

const shownFailuresMax = 100;

export function ImportProgress() {
  const { t } = useTranslation();
  const total = useImport((state) => state.total);
  const done = useImport((state) => state.done);
  return (
    <div className="mx-auto max-w-xl py-20">
      <p role="status" className="money mb-3 text-center text-lg">
        {t('products.import.running', { done, total })}
      </p>
      <Progress label={t('products.import.running', { done, total })} value={done} max={total} />
      <p className="mt-3 text-center text-sm text-muted">{t('products.import.keep_open')}</p>
    </div>
  );
}

export function ProgressActions() {
  const { t } = useTranslation();
  return <Button onClick={stopImport}>{t('products.import.stop')}</Button>;
}

/** The result: the number of stored products, the reason of a stop, and the photos that failed. */
export function ImportResult() {
  const { t } = useTranslation();
  const { done, total, stop, failedPhotos } = useImport((state) => state);
  const Icon = stop ? TriangleAlert : CircleCheck;
  return (
    <div className="mx-auto max-w-2xl py-8">
      <p role="status" className="flex items-center justify-center gap-3 text-xl font-semibold">
        <Icon aria-hidden className={`size-6 ${stop ? 'text-danger' : 'text-success'}`} />
        {t('products.import.done', { count: done })}
      </p>
      {stop && (
        <p className="mt-2 text-center text-muted">
          {stop !== 'stopped' && `${t(`errors.${stop}`, uploadLimits)} `}
          {t('products.import.rest', { count: total - done })}
        </p>
      )}
      {failedPhotos.length > 0 && (
        <section className="mt-6">
          <h3 className="font-semibold">{t('products.import.failed_photos', { count: failedPhotos.length })}</h3>
          <ul className="mt-2 divide-y divide-line border-y border-line text-sm">
            {failedPhotos.slice(0, shownFailuresMax).map(({ sku, source, code }) => (
              <li key={`${sku} ${source}`} className="py-2">
                <span className="font-semibold">{sku}</span> <span className="break-all text-muted">{source}</span>
                <span className="block text-danger">{isErrorCode(code) && t(`errors.${code}`, uploadLimits)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

export function DoneActions() {
  const { t } = useTranslation();
  const stop = useImport((state) => state.stop);
  return (
    <>
      {stop && <Button onClick={() => void importCheckedProducts()}>{t('common.try_again')}</Button>}
      <Button kind="primary" onClick={closeImport}>
        {t('common.close')}
      </Button>
    </>
  );
}
