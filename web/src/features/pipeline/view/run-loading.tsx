import { useTranslation } from 'react-i18next';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { usePipeline } from '../store/core.ts';
import { readAgain } from '../store/runs.ts';

/** Shown until the page has read the run, or if the page cannot read the run. */
export function RunLoading() {
  const { t } = useTranslation();
  const hasFailed = usePipeline((state) => state.hasFailed || state.isRetrying);
  if (!hasFailed) return <Loading label={t('common.loading')} className="py-32" />;
  return (
    <Alert tone="danger" actions={<Button onClick={readAgain}>{t('common.try_again')}</Button>}>
      {t('pipeline.load_failed')}
    </Alert>
  );
}
